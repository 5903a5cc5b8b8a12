import { expect, test } from 'vitest'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { createInFlight } from '../../replication/outbox/in-flight.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'

/** What may be on its way at once. */

const pace = {
  syncMs: 1,
  uploadMs: 1,
  pauseMs: 1,
  answers: { items: 2, bytes: 100 },
  files: { items: 3, bytes: 50 },
}
const answers = (id: string) => outboxItem(id, {})
const files = (id: string, submission = id): OutboxDoc =>
  outboxItem(id, { type: 'FILE_UPLOAD', submission_id: submission })
const never = () => new Promise<never>(() => {})

const carrying = (...items: readonly (readonly [OutboxDoc, number])[]) => {
  const inFlight = createInFlight(pace)
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

test('of one submission one item is on its way', () => {
  const inFlight = carrying([files('one', 'x'), 1])
  expect(inFlight.mayJoin(files('two', 'x'), 1)).toBe(false)
  expect(inFlight.mayJoin(files('two', 'y'), 1)).toBe(true)
})

test('what is over leaves, with its outcome or with what was thrown; a nudge leaves all as it is', async () => {
  const inFlight = createInFlight(pace)
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
