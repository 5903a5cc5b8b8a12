// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNearParts } from '../../../src/features/fill/questions/near-parts.ts'

/** Parts of a long form are mounted when they come near the window; those far away rest. */

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'> & {
  readonly boundingClientRect: { readonly top: number; readonly bottom: number }
}

/** The browser's observer; `see` is its report of one element. */
let see: (target: Element, topPx: number, isIntersecting?: boolean) => void
let pageResized: () => void
let watched: Set<Element>
let heightPx = 0

class FakeIntersections {
  constructor(report: (seen: readonly Seen[]) => void) {
    see = (target, topPx, isIntersecting = false) =>
      report([{ target, isIntersecting, boundingClientRect: { top: topPx, bottom: topPx + 100 } }])
  }
  observe = (element: Element) => watched.add(element)
  unobserve = (element: Element) => watched.delete(element)
  disconnect = () => watched.clear()
}
class FakeResizes {
  constructor(report: () => void) {
    pageResized = report
  }
  observe = () => {}
  disconnect = () => {}
}
const scrollTo = (topPx: number) => {
  Object.assign(globalThis, { scrollY: topPx })
  globalThis.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  watched = new Set()
  heightPx = 100_000
  vi.stubGlobal('IntersectionObserver', FakeIntersections)
  vi.stubGlobal('ResizeObserver', FakeResizes)
  vi.stubGlobal('scrollY', 0)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => heightPx)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const part = (parts: ReturnType<typeof createNearParts>) => {
  const element = document.createElement('div')
  const near = vi.fn<() => void>()
  return { element, near, stop: parts.watch(element, near) }
}

test('a part that comes near is reported, and one that is not near is still watched', () => {
  const parts = createNearParts()
  const { element, near } = part(parts)
  see(element, 5000)
  expect([near.mock.calls.length, watched.has(element)]).toEqual([0, true])
  see(element, 800, true)
  expect(near).toHaveBeenCalledOnce()
})

test.each([
  ['below', 30_000],
  ['above', -30_000],
])(
  'a part far %s the window rests until the page is scrolled by much, a little at a time',
  (_, topPx) => {
    const { element } = part(createNearParts())
    see(element, topPx)
    expect(watched.has(element)).toBe(false)
    scrollTo(2600)
    expect(watched.has(element)).toBe(false)
    scrollTo(5200)
    expect(watched.has(element)).toBe(true)
  },
)

test('how far the page has moved counts from the first part that rests', () => {
  const parts = createNearParts()
  const [first, second] = [part(parts), part(parts)]
  see(first.element, 30_000)
  scrollTo(4000)
  see(second.element, 30_000)
  scrollTo(6000)
  expect([first, second].map(({ element }) => watched.has(element))).toEqual([true, true])
})

test('a part that rests is watched again when the page becomes much shorter, or a part appears', () => {
  const parts = createNearParts()
  const { element } = part(parts)
  see(element, 30_000)
  heightPx = 80_000
  pageResized()
  expect(watched.has(element)).toBe(true)
  see(element, 30_000)
  parts.look()
  expect(watched.has(element)).toBe(true)
})

test('a part that is gone neither rests nor is watched again', () => {
  const parts = createNearParts()
  const [gone, here] = [part(parts), part(parts)]
  see(gone.element, 30_000)
  see(here.element, 30_000)
  gone.stop()
  parts.look()
  see(gone.element, 30_000)
  parts.look()
  expect([watched.has(gone.element), watched.has(here.element)]).toEqual([false, true])
})

test('the next part is watched when all were gone', () => {
  const parts = createNearParts()
  part(parts).stop()
  const { element, near } = part(parts)
  see(element, 0, true)
  expect([watched.has(element), near.mock.calls.length]).toEqual([true, 1])
  see(element, 30_000)
  scrollTo(5200)
  expect(watched.has(element)).toBe(true)
})

test('a part that rests is watched again when the page is scrolled up', () => {
  scrollTo(50_000)
  const { element } = part(createNearParts())
  see(element, -30_000)
  scrollTo(44_000)
  expect(watched.has(element)).toBe(true)
})
