import { expect, test } from 'vitest'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import {
  answerWhetherBusy,
  isAnotherTabBusy,
  retireOlderTabs,
  retireWhenOlder,
} from '../../src/app/installed/tabs.ts'
import { createFakeClock, until } from '../env.ts'
import { createTabs, settled } from './installed-env.ts'

/** What tabs of one browser ask each other before one of them updates. */

const setUp = (count: number) => {
  const clock = createFakeClock()
  return { clock, envs: createTabs(count).map(tabs => ({ clock, tabs })) }
}

test('a tab learns that another one has open work', async () => {
  const { clock, envs } = setUp(3)
  const [asker, idle, busy] = envs
  if (asker === undefined || idle === undefined || busy === undefined) throw new Error('no tabs')
  answerWhetherBusy(asker, () => true)
  answerWhetherBusy(idle, () => false)
  const stop = answerWhetherBusy(busy, () => true)
  expect(await isAnotherTabBusy(asker)).toBe(true)
  stop()
  const answer = isAnotherTabBusy(asker)
  clock.advance(300)
  expect(await answer).toBe(false)
})

/** A tab that saves its work and closes down when a newer one asks. */
const setUpRetiring = () => {
  const { clock, envs } = setUp(2)
  const [newer, older] = envs
  if (newer === undefined || older === undefined) throw new Error('no tabs')
  const log: string[] = []
  let fail = (_error: Error) => {}
  retireWhenOlder(older, () => {
    log.push('putting away')
    return new Promise<void>((_, reject) => {
      fail = reject
    })
  })
  return { clock, newer, log, fail: (error: Error) => fail(error) }
}

test('a tab of the same version is left alone, and waited for only a moment', async () => {
  const { clock, newer, log } = setUpRetiring()
  let isDone = false
  void retireOlderTabs(newer).then(() => {
    isDone = true
  })
  clock.advance(300)
  await until('done', () => isDone)
  expect(log).toEqual([])
})

test('an older tab saves its work and closes down before the newer one continues', async () => {
  const { clock, newer, log, fail } = setUpRetiring()
  const received: unknown[] = []
  newer.tabs.messages$.subscribe(message => received.push(message))
  newer.tabs.post({ type: 'retire', schema: schemaVersion + 1 })
  expect(log).toEqual(['putting away'])
  expect(received).toEqual([{ type: 'retiring' }])
  clock.advance(1000)
  await settled()
  expect(received).toHaveLength(1)
  fail(new Error('no room'))
  await until('told', () => received.length === 2)
  expect(received[1]).toEqual({ type: 'retired' })
})

test('the newer tab waits for the tabs that answer, but at most 3 s', async () => {
  const { clock, envs } = setUp(2)
  const [newer, older] = envs
  if (newer === undefined || older === undefined) throw new Error('no tabs')
  const ends: string[] = []
  void retireOlderTabs(newer).then(() => ends.push('first'))
  older.tabs.post({ type: 'retiring' })
  clock.advance(2999)
  await settled()
  expect(ends).toEqual([])
  older.tabs.post({ type: 'retired' })
  await settled()
  expect(ends).toEqual(['first'])
  void retireOlderTabs(newer).then(() => ends.push('second'))
  older.tabs.post({ type: 'retiring' })
  clock.advance(3000)
  await settled()
  expect(ends).toEqual(['first', 'second'])
})

test('other messages get no answer', () => {
  const { newer, log } = setUpRetiring()
  for (const message of [null, 'retire', {}, { type: 'retire' }, { type: 'retire', schema: 'x' }]) {
    newer.tabs.post(message)
  }
  expect(log).toEqual([])
})
