import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskRoom } from '../../server/env/disk-room.ts'
import { silentLog } from './silent-log.ts'

test('the room on the disk is looked at again at once after the clock was set back', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'transect-room-'))
  let now = Date.UTC(2026, 10, 22)
  const hasRoom = createDiskRoom(directory, () => now, silentLog)
  const first = await hasRoom()
  // A directory that is gone shows whether there was a look.
  await rm(directory, { recursive: true })
  expect(await hasRoom()).toBe(first)
  now -= 24 * 3_600_000
  await expect(hasRoom()).rejects.toThrow('ENOENT')
})
