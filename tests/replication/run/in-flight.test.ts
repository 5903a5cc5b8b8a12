import { expect, test } from 'vitest'
import { noAnswer } from '../../../replication/http/failure.ts'
import type { Outcome } from '../../../replication/outbox/decide.ts'
import { outboxRank, type OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { createInFlight, type InFlight } from '../../../replication/run/in-flight.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'

/** What may be on its way at once. */

const pace = {
  syncMs: 1,
  uploadMs: 1,
  pauseMs: 1,
  answers: { items: 2, bytes: 100, most: { items: 4, bytes: 1000, ms: 10 } },
  files: { items: 3, bytes: 50, most: { items: 3, bytes: 1000, ms: 30 } },
}
let time = 0
const parts = { pace, now: () => time, repeatsAreSafe: () => true }
const answers = (id: string) => outboxItem(id, {})
const files = (id: string, submission = id): OutboxDoc =>
  outboxItem(id, { type: 'FILE_UPLOAD', submission_id: submission })
const never = () => new Promise<never>(() => {})

const carrying = (...items: readonly (readonly [OutboxDoc, number])[]) => {
  const inFlight = createInFlight(parts)
  for (const [item, bytes] of items) inFlight.add(item, bytes, never())
  return inFlight
}

test('the first goes however large it is, and the others fit into the bytes and the number', () => {
  expect(carrying().mayJoin(answers('a'), 1000)).toBe(true)
  expect(carrying([answers('a'), 60]).mayJoin(answers('b'), 40)).toBe(true)
  expect(carrying([answers('a'), 60]).mayJoin(answers('b'), 41)).toBe(false)
  expect(carrying([answers('a'), 0], [answers('b'), 0]).mayJoin(answers('c'), 0)).toBe(false)
  expect(carrying([files('a'), 30], [files('b'), 0]).mayJoin(files('c'), 20)).toBe(true)
  expect(carrying([files('a'), 30], [files('b'), 1]).mayJoin(files('c'), 20)).toBe(false)
})

test('files wait for answers, and answers do not wait for files', () => {
  expect(carrying([answers('a'), 1]).mayJoin(files('b'), 1)).toBe(false)
  // The bytes of files are not those of answers.
  expect(carrying([files('b'), 5000]).mayJoin(answers('a'), 90)).toBe(true)
})

test('a file leaves before the last answers are answered, once the link carries all of them in the time', async () => {
  const inFlight = await after(10, [[created, 200]])
  inFlight.add(answers('a'), 50, never())
  inFlight.add(files('b'), 50, never())
  expect(inFlight.mayJoin(files('c'), 100)).toBe(true)
  expect(inFlight.mayJoin(files('c'), 101)).toBe(false)
})

test('files that failed go alone, until an answer shows that the link carries more', async () => {
  const failed = (id: string) => ({ ...files(id), rank: outboxRank.files + 1 })
  expect(carrying().mayJoin(failed('a'), 10)).toBe(true)
  expect(carrying([files('a'), 10]).mayJoin(failed('b'), 10)).toBe(false)
  expect(carrying([failed('a'), 10]).mayJoin(files('b'), 10)).toBe(false)
  // Answers are small, and interviews do not wait for a photo.
  expect(carrying([failed('a'), 10]).mayJoin(answers('b'), 10)).toBe(true)
  const inFlight = await after(10, [[created, 200]])
  inFlight.add(failed('a'), 50, never())
  expect(inFlight.mayJoin(failed('b'), 50)).toBe(true)
})

test('of one submission one item is on its way', () => {
  const inFlight = carrying([files('one', 'x'), 1])
  expect(inFlight.mayJoin(files('two', 'x'), 1)).toBe(false)
  expect(inFlight.mayJoin(files('two', 'y'), 1)).toBe(true)
})

test('what is over leaves, with its outcome or with what was thrown; a nudge leaves all as it is', async () => {
  const inFlight = createInFlight(parts)
  expect(await inFlight.next(never())).toBeNull()
  const [a, b] = [answers('a'), answers('b')]
  inFlight.add(a, 1, Promise.resolve({ kind: 'empty' }))
  expect([inFlight.has(a), inFlight.has(b), inFlight.count()]).toEqual([true, false, 1])
  expect(await inFlight.next(never())).toEqual({ item: a, outcome: { kind: 'empty' } })
  expect(inFlight.count()).toBe(0)
  const error = new Error('a defect')
  inFlight.add(b, 1, Promise.reject(error))
  expect(await inFlight.next(never())).toEqual({ item: b, outcome: { kind: 'thrown', error } })
  inFlight.add(a, 1, never())
  expect(await inFlight.next(Promise.resolve())).toBeNull()
  expect(inFlight.count()).toBe(1)
})

const created: Outcome = { kind: 'created', serverId: '9', row: null, differs: false }
const silent: Outcome = { kind: 'failed', failure: noAnswer('timeout'), portal: false }

/** What is in flight after the outcomes of items of so many bytes, sent together and answered after so many ms. */
const after = async (
  ms: number,
  outcomes: readonly (readonly [Outcome, number])[],
  repeatsAreSafe = true,
  itemOf = answers,
) => {
  time = 0
  const inFlight = createInFlight({ ...parts, repeatsAreSafe: () => repeatsAreSafe })
  for (const [at, [outcome, bytes]] of outcomes.entries()) {
    inFlight.add(itemOf(`sent-${at}`), bytes, Promise.resolve(outcome))
  }
  time = ms
  while (inFlight.count() > 0) await inFlight.next(never())
  return inFlight
}

/** Whether an item of so many bytes, and one of a byte more, may join one of 100. */
const mayJoinUpTo = (inFlight: InFlight, bytes: number): readonly boolean[] => {
  inFlight.add(answers('a'), 100, never())
  return [bytes, bytes + 1].map(size => inFlight.mayJoin(answers('b'), size))
}

test('an answer makes room for what the link carries in the time', async () => {
  const inFlight = await after(10, [[created, 150]])
  expect(mayJoinUpTo(inFlight, 50)).toEqual([true, false])
})

test('requests in flight at once share the speed that they show', async () => {
  const inFlight = await after(10, [
    [created, 80],
    [created, 80],
  ])
  expect(mayJoinUpTo(inFlight, 60)).toEqual([true, false])
})

test('a small request shows nothing of the large one that it overtook', async () => {
  time = 0
  const inFlight = createInFlight(parts)
  let answer = (_outcome: Outcome): void => {}
  inFlight.add(answers('large'), 5000, new Promise(resolve => (answer = resolve)))
  inFlight.add(answers('small'), 60, Promise.resolve(created))
  time = 10
  await inFlight.next(never())
  answer({ kind: 'empty' })
  await inFlight.next(never())
  expect(mayJoinUpTo(inFlight, 20)).toEqual([true, false])
})

test('the number and the bytes have a limit on any link', async () => {
  const inFlight = await after(0, [[created, 900]])
  for (const id of ['a', 'b', 'c']) inFlight.add(answers(id), 100, never())
  expect(inFlight.mayJoin(answers('d'), 700)).toBe(true)
  expect(inFlight.mayJoin(answers('d'), 701)).toBe(false)
  inFlight.add(answers('d'), 100, never())
  expect(inFlight.mayJoin(answers('e'), 1)).toBe(false)
})

test('a request without an answer leaves the least room, and an attempt without a request changes nothing', async () => {
  const lost = await after(10, [
    [created, 200],
    [silent, 10],
  ])
  lost.add(answers('a'), 100, never())
  expect(lost.mayJoin(answers('b'), 1)).toBe(false)
  const kept = await after(10, [
    [created, 200],
    [{ kind: 'empty' }, 10],
  ])
  kept.add(answers('a'), 100, never())
  expect(kept.mayJoin(answers('b'), 100)).toBe(true)
})

test('on a server where a repeat may make a second row, an answer makes no room', async () => {
  const inFlight = await after(10, [[created, 500]], false)
  inFlight.add(answers('a'), 100, never())
  expect(inFlight.mayJoin(answers('b'), 1)).toBe(false)
})

test('a slow upload leaves the next ones alone, and a fast one lets them share', async () => {
  const uploaded: Outcome = { kind: 'uploaded', fileIds: [], row: null, lost: [] }
  const slow = await after(40, [[uploaded, 80]], true, files)
  slow.add(files('a'), 40, never())
  expect(slow.mayJoin(files('b'), 40)).toBe(false)
  const fast = await after(30, [[uploaded, 80]], true, files)
  fast.add(files('a'), 40, never())
  expect(fast.mayJoin(files('b'), 40)).toBe(true)
})
