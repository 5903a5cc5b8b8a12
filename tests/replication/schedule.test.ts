import { expect, test } from 'vitest'
import { backoffStepMs } from '../../replication/limits.ts'
import { createSchedule } from '../../replication/schedule.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'
import { createFakeClock } from '../env.ts'
import { databaseForEachTest, db } from './saved-work.ts'

/** When work is tried again by itself. */

databaseForEachTest()

/** A schedule, with an item that is due in a second. */
const start = async (hasItem = true) => {
  const clock = createFakeClock()
  const done: string[] = []
  const schedule = createSchedule(db, clock, {
    run: () => done.push('run'),
    makeDueReady: () => done.push('due'),
  })
  const item = outboxItem('a', { state: 'waiting', nextRetryAt: clock.now() + 1000 })
  if (hasItem) await db.outbox.insert(item)
  // The query is live, so it has the item a moment later.
  await new Promise(resolve => setTimeout(resolve, 100))
  return { clock, done, schedule }
}

test('an item is due at its time', async () => {
  const { clock, done, schedule } = await start()
  clock.advance(999)
  expect(done).toEqual([])
  clock.advance(1)
  expect(done).toEqual(['due'])
  schedule.stop()
})

test('what is due waits for the end of the pause for the network, also when the network is back', async () => {
  const { clock, done, schedule } = await start()
  schedule.after('offline')
  clock.advance(backoffStepMs - 1)
  expect(done).toEqual([])
  clock.advance(1)
  expect(done).toContain('run')
  schedule.stop()
})

test('the pause grows while there is no network, and begins anew after a run that tried all', async () => {
  const { clock, done, schedule } = await start(false)
  for (const pause of [1, 2, 4]) {
    schedule.after('offline')
    clock.advance(pause * backoffStepMs - 1)
    expect(done).toEqual([])
    clock.advance(1)
    expect(done.splice(0)).toEqual(['run'])
  }
  schedule.after(null)
  schedule.after('portal')
  clock.advance(backoffStepMs)
  expect(done).toEqual(['run'])
  schedule.stop()
})
