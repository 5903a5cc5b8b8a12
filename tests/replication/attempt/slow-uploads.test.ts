import { expect, test } from 'vitest'
import { filesItemId } from '../../../collections/ids.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { uploadTimeoutMs } from '../../../replication/limits.ts'
import { makeReady } from '../../../replication/outbox/outbox-states.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { workOff } from '../../../replication/run/work-off.ts'
import { tryWith } from './one-try.ts'
import { arrive, clock, databaseForEachTest, db, save } from '../saved-work.ts'

/** Several files that the link does not carry together in the time of one request. */

databaseForEachTest()

interface Upload {
  readonly files: readonly { readonly name: string }[]
}

const photo = (name: string) => ({ fieldId: 'photo', name, bytes: new Uint8Array(100_000).fill(1) })
const photos = (count: number) => Array.from({ length: count }, (_, at) => photo(`${at}.jpg`))

/** A link that carries so many files in the time of a request. */
const linkOf = (filesInTime: number) => {
  let most = filesInTime
  const sizes: number[] = []
  const uploadFiles = async ({ files }: Upload) => {
    sizes.push(files.length)
    clock.advance(Math.min(1, files.length / most) * uploadTimeoutMs)
    return files.length > most ? err(noAnswer('timeout')) : ok({ row: null })
  }
  const { context } = tryWith({ uploadFiles }, ['idempotency'])
  return {
    sizes,
    run: async () => {
      await makeReady(db, { all: true })
      return workOff(context, { notify: () => {}, nudged: () => new Promise<void>(() => {}) })
    },
    become: (now: number) => {
      most = now
    },
  }
}

const pendingFiles = async (): Promise<number> =>
  (await db.file_uploads.find({ selector: { sync_status: 'pending' } }).exec()).length

test('photos of one field that are too much for one request arrive in smaller parts', async () => {
  const id = await save({ q: 'yes' }, photos(8))
  await arrive(id, '9', 8)
  await queueUnsent(db, clock.now())
  const { sizes, run } = linkOf(3)
  for (let runs = 0; runs < 4; runs += 1) await run()
  expect(await pendingFiles()).toBe(0)
  expect(await db.outbox.findOne(filesItemId(id, 'photo')).exec()).toBeNull()
  // The parts stay small after the first of them arrived.
  expect(sizes).toEqual([8, 4, 2, 2, 2, 2])
})

test('after a time-out the parts grow again on a link that became fast', async () => {
  await arrive(await save({ q: 'yes' }, photos(10)), '9', 10)
  await queueUnsent(db, clock.now())
  const { sizes, run, become } = linkOf(2)
  await run()
  become(1000)
  await run()
  expect(sizes).toEqual([10, 5, 5])
  await arrive(await save({ q: 'yes' }, photos(10)), '10', 10)
  await queueUnsent(db, clock.now())
  await run()
  expect(sizes).toEqual([10, 5, 5, 10])
  expect(await pendingFiles()).toBe(0)
})
