import { describe, expect, test } from 'vitest'
import { judgeToast, type ToastKind, type ToastMemory } from '../../src/ui/toast-rules.ts'

const rules = {
  repeatMs: 5_000,
  slowRepeatMs: 30_000,
  slowTexts: ['timeout', '8000ms'],
  forgetMs: 15_000,
  sharedTexts: ['Network Error'],
}

interface Wish {
  atMs: number
  text: string
  kind?: ToastKind
  isVisible?: boolean
}

/** The outcome of several toast requests in a row. */
function run(wishes: readonly Wish[]) {
  let memory: ToastMemory = new Map()
  const verdicts = wishes.map(({ atMs, text, kind = 'error', isVisible = false }) => {
    const judged = judgeToast(memory, { kind, text, isVisible }, atMs, rules)
    memory = judged.memory
    return judged.verdict
  })
  return { verdicts, memory }
}

function verdicts(...wishes: Wish[]) {
  return run(wishes).verdicts
}

describe('9.32', () => {
  test('the same message and kind is suppressed for 5 s', () => {
    const text = 'Sync failed'
    expect(verdicts({ atMs: 0, text }, { atMs: 4_999, text })).toEqual(['show', 'suppress'])
    expect(verdicts({ atMs: 0, text }, { atMs: 5_000, text })).toEqual(['show', 'show'])
  })

  test('another message or another kind is not', () => {
    expect(
      verdicts(
        { atMs: 0, text: 'Sync failed' },
        { atMs: 1, text: 'Offline' },
        { atMs: 2, text: 'Sync failed', kind: 'info' },
      ),
    ).toEqual(['show', 'show', 'show'])
  })

  test.each(['timeout of 45000ms exceeded', 'no answer after 8000ms'])(
    '"%s" is suppressed for 30 s',
    text => {
      expect(verdicts({ atMs: 0, text }, { atMs: 29_999, text }, { atMs: 30_000, text })).toEqual([
        'show',
        'suppress',
        'show',
      ])
    },
  )

  test('suppressed repeats do not prolong the pause', () => {
    const text = 'Sync failed'
    expect(verdicts({ atMs: 0, text }, { atMs: 4_000, text }, { atMs: 6_000, text })).toEqual([
      'show',
      'suppress',
      'show',
    ])
  })

  test('a message is forgotten after 15 s, a slow one when its pause is over', () => {
    const wishes = [
      { atMs: 0, text: 'Sync failed' },
      { atMs: 0, text: 'timeout' },
    ]
    const keysAt = (atMs: number) => [...run([...wishes, { atMs, text: 'Offline' }]).memory.keys()]
    expect(keysAt(14_999)).toEqual(['error:Sync failed', 'error:timeout', 'error:Offline'])
    expect(keysAt(15_000)).toEqual(['error:timeout', 'error:Offline'])
    expect(keysAt(30_000)).toEqual(['error:Offline'])
  })

  test('after the clock was set back nothing is suppressed', () => {
    const text = 'Sync failed'
    expect(verdicts({ atMs: 90_000, text }, { atMs: 1_000, text })).toEqual(['show', 'show'])
  })
})

describe('8.5', () => {
  const text = 'Network Error'

  test('a repeat refreshes the existing toast while it is shown', () => {
    expect(verdicts({ atMs: 0, text }, { atMs: 1_000, text, isVisible: true })).toEqual([
      'show',
      'refresh',
    ])
  })

  test('after it was closed the pause counts from the last refresh', () => {
    expect(
      verdicts(
        { atMs: 0, text },
        { atMs: 4_000, text, isVisible: true },
        { atMs: 8_000, text },
        { atMs: 9_000, text },
      ),
    ).toEqual(['show', 'refresh', 'suppress', 'show'])
  })

  test('other messages have no such toast', () => {
    const text = 'Sync failed'
    expect(verdicts({ atMs: 0, text }, { atMs: 1_000, text, isVisible: true })).toEqual([
      'show',
      'suppress',
    ])
  })
})
