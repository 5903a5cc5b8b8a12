import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../collections/schemas/history-entry.ts'
import { isAwaited } from '../../../src/app/signed-in/use-sync-notices.ts'
import { swipeStep } from '../../../src/files/swipe.ts'
import { timelineOf } from '../../../src/features/submissions/detail/timeline.ts'

/** A submission's way to the server on its screen. */

const entry = (at: number, what: HistoryEntry['what'], note = ''): HistoryEntry => ({
  at,
  what,
  note,
})
const file = (file_name: string, sync_status: 'pending' | 'synced' | 'recovery') => ({
  id: file_name,
  file_name,
  sync_status,
})

test('past events are in order of time, and future ones follow', () => {
  const lines = timelineOf(
    [entry(10, 'saved'), entry(40, 'sent'), entry(50, 'file', 'door.jpg')],
    [entry(20, 'failed', 'Network Error'), entry(30, 'failed', 'Network Error')],
    [file('door.jpg', 'synced'), file('roof.jpg', 'pending'), file('set aside.pdf', 'recovery')],
  )
  expect(lines.map(({ kind, text, at }) => [kind, text, at])).toEqual([
    ['saved', 'Saved on this device', 10],
    ['tried', 'Tried 2 times: Network Error', 30],
    ['arrived', 'Received by the server', 40],
    ['file', 'Sent: door.jpg', 50],
    ['waiting', 'Waits to be sent: roof.jpg', null],
  ])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

test('different failures are shown separately, and a submission of another device has no history', () => {
  const tries = [entry(1, 'failed', 'Network Error'), entry(2, 'failed', 'Server error')]
  expect(timelineOf([], tries, []).map(({ text }) => text)).toEqual([
    'Tried once: Network Error',
    'Tried once: Server error',
  ])
  expect(timelineOf([], [], [])).toEqual([])
  const named = { ...entry(1, 'failed', 'HTTP 500'), request: '0f3a' }
  const refused = { ...entry(2, 'recovered', 'No.'), request: '77' }
  expect(timelineOf([], [named, refused], []).map(({ text }) => text)).toEqual([
    'Tried once: The server answered with error 500. (request 0f3a)',
    expect.stringMatching(/No\..* \(request 77\)$/),
  ])
})

test('a stored reason is in words, and files that went back to the queue are not called sent', () => {
  const history = [entry(1, 'recovered', 'HTTP 502'), entry(2, 'file', ''), entry(3, 'edited')]
  expect(timelineOf(history, [], []).map(({ text }) => text)).toEqual([
    'Moved to Recovery: The server answered with error 502.',
    'Edited',
  ])
})

test('a swipe moves on or back; a press, a scroll or a slanted swipe does not', () => {
  expect(swipeStep(-80, 10)).toBe(1)
  expect(swipeStep(80, -10)).toBe(-1)
  for (const [across, down] of [
    [49, 0],
    [0, 200],
    [60, 40],
  ] as const) {
    expect(swipeStep(across, down)).toBe(0)
  }
})

test('the toast of 8.16 is left out only while the submitting screen waits', () => {
  expect(isAwaited({ rank: 0, timestamp: 1000 }, 1000 + 7999)).toBe(true)
  expect(isAwaited({ rank: 0, timestamp: 1000 }, 1000 + 8000)).toBe(false)
  expect(isAwaited({ rank: 1, timestamp: 1000 }, 1000)).toBe(false)
})

test('the toast of 8.16 shows for what was submitted before the clock was set back', () => {
  const yearMs = 365 * 24 * 60 * 60_000
  expect(isAwaited({ rank: 0, timestamp: yearMs }, 1000)).toBe(false)
})
