import { useLayoutEffect, useRef } from 'react'
import { useApp } from '../../context.tsx'
import { useLocation, useNavigationType } from '../../lib/navigation/navigation.ts'
import { useArrivalMemory } from './arrival-memory.tsx'
import { screenKey } from './screen-key.ts'

/** How long a revisited screen may take to grow to the height where it was left. */
const growMs = 2000

/**
 * Rendered at the end of a screen, so it appears with it. Moves the focus to the screen's heading, so that a screen
 * reader announces the screen, and scrolls to the top or, going back, to where the screen was left.
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
    // The first screen keeps the browser's own focus; another query of the same screen changes nothing.
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

/** Scrolls on while the screen grows, because its data arrives after it. Returns a function that stops it. */
const growTo = (body: Element, scroller: Element, target: number): (() => void) => {
  const growing = new ResizeObserver(() => {
    scroller.scrollTop = target
    if (scroller.scrollTop >= target - 1) growing.disconnect()
  })
  growing.observe(body)
  return () => growing.disconnect()
}
