import { afterEach, expect, test } from 'vitest'
import { submissionItemId } from '../../collections/ids.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { moveToRecovery } from '../../replication/recovery/recover.ts'
import { createDisk, submit } from '../device.ts'
import { tryAgain } from '../recovery.ts'
import type { BareServer } from '../server/bare-server.ts'
import {
  backend,
  backup,
  begin,
  changeTo,
  clock,
  device,
  end,
  formId,
  open,
  plain,
  restored,
  syncAll,
} from './late-restore.ts'

/** What is in Recovery on two phones, of which one restored the backup of the other. */

afterEach(end)

const refusal = { reason: 'refused', status: 422, message: '', inDoubt: false } as const

test('a refused interview that both phones send again is one row, also on a server without keys', async () => {
  const first = await begin(plain)
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'refused' })
  await queueUnsent(device.db, clock.now())
  await moveToRecovery(device.db, submissionItemId(id), refusal, clock.now())
  const file = await backup()
  const second = createDisk()
  await changeTo(second)
  expect(await restored(file)).toMatchObject({ recovery: 1 })
  await changeTo(first)
  await tryAgain(device.db, id, clock.now())
  await syncAll()
  await device.crash()
  // It has not read the list since.
  await open(second, clock, true)
  device.env.mend()
  await tryAgain(device.db, id, clock.now())
  await syncAll()
  expect((backend.server as BareServer).rows()).toHaveLength(1)
})
