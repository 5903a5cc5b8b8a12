import { expect, test } from 'vitest'
import { transact } from '../../../collections/one-database/transaction.ts'
import { outboxRank } from '../../../collections/schemas/outbox.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { backoffStepMs, maxPauseMs } from '../../../replication/limits.ts'
import { makeReady } from '../../../replication/outbox/outbox-states.ts'
import { planReady } from '../../../replication/outbox/queue.ts'
import { busy } from '../../fixtures/failures.ts'
import { inPackets, oneByOne, ready, run, silence, taken } from './one-run.ts'
import { nextDue } from '../next-due.ts'
import { clock, databaseForEachTest, db, save } from '../saved-work.ts'

/** Each item has its turn in a run, whatever the link does not carry of the others. */

databaseForEachTest()

test('while the account is answered, what had no answer is tried once, and the others are sent', async () => {
  const ids = await ready(6)
  const silent = new Set(ids.slice(0, 4))
  const { asked, ended } = await run(
    body => {
      // The first ones are due again before the run ends.
      clock.advance(maxPauseMs)
      return silent.has(body.tempId) ? silence : taken(body.tempId)
    },
    oneByOne,
    () => ok({ is_active: true }),
  )
  expect(asked).toEqual(ids)
  expect(ended).toMatchObject({ synced: 2, retried: 4, stopped: null })
  expect(await nextDue(db)).toBeLessThan(clock.now())
})

test.each([
  ['the session is over', { kind: 'unauthorized', message: '' }, 'login'],
  ['a portal answers', { kind: 'malformed', status: 200, foreign: true }, 'portal'],
  ['there is no network', { kind: 'offline' }, 'offline'],
] as const)('two requests without an answer end the run when %s', async (_, failure, why) => {
  const ids = await ready(3)
  const { asked, ended } = await run(
    () => silence,
    oneByOne,
    () => err(failure),
  )
  expect(asked).toEqual(ids.slice(0, 2))
  expect(ended).toMatchObject({ synced: 0, stopped: why })
})

test('what had no answer goes behind the others in the next run, and has its turn again', async () => {
  const ids = await ready(4)
  const next = async () => {
    await makeReady(db, { all: true })
    return (await run(() => silence, inPackets)).asked
  }
  expect(await next()).toEqual(ids.slice(0, 2))
  expect(await next()).toEqual(ids.slice(2))
  expect(await next()).toEqual(ids.slice(0, 2))
})

test('an interview without an answer that the surveyor edits is sent in the same run', async () => {
  const [first = '', second = ''] = await ready(2)
  let isFirst = true
  const { asked } = await run(async body => {
    if (body.tempId === first && isFirst) {
      isFirst = false
      return silence
    }
    if (body.tempId === second) {
      await transact(transaction =>
        planReady(transaction, db, first, [], { rank: outboxRank.interactive }),
      )
    }
    return taken(body.tempId)
  }, inPackets)
  expect(asked).toEqual([first, second, first])
})

test('answers that a packet does not hold go behind those that were not tried, and before a second try', async () => {
  const large = await save({ q: 'x'.repeat(200) })
  const [late = '', good = ''] = await ready(2)
  const tries: string[] = []
  const { asked } = await run(body => {
    tries.push(body.tempId)
    if (body.tempId === late && tries.length === 1) return err(busy)
    clock.advance(backoffStepMs)
    return taken(body.tempId)
  }, inPackets)
  expect(asked).toEqual([late, good, large, late])
})

test('answers that a packet does not hold go first when the surveyor waits for them', async () => {
  const large = await save({ q: 'x'.repeat(200) })
  const small = await ready(2)
  await transact(transaction =>
    planReady(transaction, db, large, [], { rank: outboxRank.interactive }),
  )
  const { asked } = await run(body => taken(body.tempId), inPackets)
  expect(asked).toEqual([large, ...small])
})

test('however many do not fit into a packet, one that fits goes before all but the first', async () => {
  const large: string[] = []
  for (let at = 0; at < 51; at += 1) large.push(await save({ q: `${at}`.repeat(200) }))
  const [small = ''] = await ready(1)
  const { asked } = await run(body => taken(body.tempId), inPackets)
  expect(asked).toHaveLength(52)
  expect(asked.slice(0, 3)).toEqual([large[0], small, large[1]])
})
