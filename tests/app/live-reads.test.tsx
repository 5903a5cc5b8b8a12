// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { Observable } from 'rxjs'
import { afterEach, expect, it } from 'vitest'
import { pause } from '../../collections/one-database/slices.ts'
import { useCalmly } from '../../src/lib/hooks/calmly.ts'

/** How a screen reads its live queries. */

afterEach(cleanup)

/** A query that gives its values to each new subscriber, and what is subscribed to it. */
const createQuery = (log: string[], name: string) => {
  const subscribers = new Set<(value: string) => void>()
  const query$ = new Observable<string>(subscriber => {
    log.push(`${name} begins`)
    queueMicrotask(() => log.push(`${name} goes on`))
    const give = (value: string) => subscriber.next(value)
    subscribers.add(give)
    give(`${name}, first`)
    return () => {
      subscribers.delete(give)
      log.push(`${name} ends`)
    }
  })
  return { query$, change: (value: string) => subscribers.forEach(give => give(value)) }
}

const inTask = () => act(pause)

it('begins each query in a task of its own, so that many do not block the screen together', async () => {
  const log: string[] = []
  const [first, second] = [createQuery(log, 'forms'), createQuery(log, 'drafts')]
  const { result } = renderHook(() => [
    useCalmly(first.query$, 'unread'),
    useCalmly(second.query$, 'unread'),
  ])
  expect(log).toEqual([])
  await inTask()
  expect(log).toEqual(['forms begins', 'forms goes on', 'drafts begins', 'drafts goes on'])
  expect(result.current).toEqual(['forms, first', 'drafts, first'])
})

it('follows a query until the screen is left, and begins none that was left before', async () => {
  const log: string[] = []
  const query = createQuery(log, 'forms')
  const { result, unmount } = renderHook(() => useCalmly(query.query$, 'unread'))
  expect(result.current).toBe('unread')
  await inTask()
  act(() => query.change('changed'))
  expect(result.current).toBe('changed')
  unmount()
  expect(log).toEqual(['forms begins', 'forms goes on', 'forms ends'])

  renderHook(() => useCalmly(query.query$, 'unread')).unmount()
  await inTask()
  expect(log).toEqual(['forms begins', 'forms goes on', 'forms ends'])
})

it('never shows the value of another query', async () => {
  const log: string[] = []
  const [first, second] = [createQuery(log, 'forms'), createQuery(log, 'drafts')]
  const { result, rerender } = renderHook(({ query$ }) => useCalmly(query$, 'unread'), {
    initialProps: { query$: first.query$ },
  })
  await inTask()
  expect(result.current).toBe('forms, first')
  rerender({ query$: second.query$ })
  expect(result.current).toBe('unread')
  await inTask()
  expect(result.current).toBe('drafts, first')
})
