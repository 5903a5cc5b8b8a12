import { useEffect, useRef, useState, type RefObject } from 'react'

/** A smaller movement is a trembling thumb. */
const tremblePx = 8

/**
 * Whether what floats should make room: while the page is scrolled down, until it is scrolled up again. Give
 * `ref` to something of the page.
 */
export const useScrollAway = (): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly isAway: boolean
} => {
  const ref = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const page = ref.current?.ownerDocument
    const scroller = page?.scrollingElement
    if (!page || !scroller) return undefined
    let lastPx = scroller.scrollTop
    const follow = () => {
      const nowPx = Math.max(0, scroller.scrollTop)
      if (Math.abs(nowPx - lastPx) < tremblePx && nowPx > 0) return
      setAway(nowPx > lastPx)
      lastPx = nowPx
    }
    page.addEventListener('scroll', follow, { passive: true })
    return () => page.removeEventListener('scroll', follow)
  }, [])
  return { ref, isAway }
}
