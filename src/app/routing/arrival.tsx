import { useLayoutEffect, useRef } from 'react'
import { useApp } from '../../context.tsx'
import { useLocation, useNavigationType } from '../../lib/navigation/navigation.ts'
import { useArrivalMemory } from './arrival-memory.tsx'
import { screenKey } from './screen-key.ts'

/** How long a revisited screen may take to grow to the height where it was left. */
const growMs = 2000

/**
 * Moves the focus to the heading of a new screen, so that a screen reader announces it, and scrolls to the top or,
 * after Back, to where the screen was left. A screen renders it last, so that both mount together.
 */
export function Arrival() {
  const { env } = useApp()
  const memory = useArrivalMemory()
  const location = useLocation()
  const { key } = location
  const screen = screenKey(location)
  const isBack = useNavigationType() === 'POP'
  const end = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    const page = end.current?.ownerDocument
    const scroller = page?.scrollingElement
    if (!page || !scroller || !memory) return undefined
    const before = memory.arriveAt(screen)
    const target = isBack ? memory.scrollOf(key) : 0
    // The first screen keeps the browser's own focus, and another query of the same screen moves nothing.
    if (before !== null && before !== screen) {
      page.querySelector('h1')?.focus({ preventScroll: true })
      scroller.scrollTop = target
    }
    const keep = () => memory.keep(key, scroller.scrollTop)
    page.addEventListener('scroll', keep, { passive: true })
    const stopGrowing = target > 0 ? growTo(page.body, scroller, target) : () => {}
    const cancel = env.clock.after(growMs, stopGrowing)
    return () => {
      page.removeEventListener('scroll', keep)
      stopGrowing()
      cancel()
    }
  }, [env, isBack, key, memory, screen])

  return <span ref={end} hidden />
}

/**
 * Keeps scrolling to the target while the screen grows, because its data arrives later. Returns a function that stops
 * it.
 */
const growTo = (body: Element, scroller: Element, target: number): (() => void) => {
  const growing = new ResizeObserver(() => {
    scroller.scrollTop = target
    if (scroller.scrollTop >= target - 1) growing.disconnect()
  })
  growing.observe(body)
  return () => growing.disconnect()
}
