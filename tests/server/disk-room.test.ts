import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createDiskRoom, leavesRoom } from '../../server/env/disk-room.ts'
import { openStorage } from '../../server/start.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'
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

test('a command leaves the last room of the disk to the database, and may fill another disk', async context => {
  const directory = await mkdtemp(join(tmpdir(), 'transect-room-'))
  const isMounted = mountDisk(directory, '8m')
  try {
    if (!isMounted) return context.skip()
    await mkdir(join(directory, 'backup'))
    expect(await leavesRoom(directory, join(directory, 'backup'))).toBe(false)
    expect(await leavesRoom(directory, tmpdir())).toBe(true)
  } finally {
    if (isMounted) unmountDisk(directory)
    await rm(directory, { recursive: true })
  }
})

test('a data directory on a disk without any room is named, because the system names none', async context => {
  const directory = await mkdtemp(join(tmpdir(), 'transect-room-'))
  const isMounted = mountDisk(directory, '64k')
  try {
    if (!isMounted) return context.skip()
    await writeFile(join(directory, 'other'), Buffer.alloc(100_000)).catch(() => undefined)
    const config = { ...readConfig({ DATA_DIR: directory }), reset: false }
    await expect(openStorage(config, silentLog)).rejects.toThrow(
      `No space is left on the disk of the data directory ${directory}.`,
    )
  } finally {
    if (isMounted) unmountDisk(directory)
    await rm(directory, { recursive: true })
  }
})
