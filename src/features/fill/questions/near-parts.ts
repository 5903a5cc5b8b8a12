/** Reports when parts of a form come near the window. */
export interface NearParts {
  /** Calls `near` once when an element comes near; returns a function that stops it. */
  readonly watch: (element: Element, near: () => void) => () => void
  /** Looks at all parts again, because one of them appeared, disappeared or changed its height. */
  readonly look: () => void
}

/** How far outside the window a part is mounted. */
const nearPx = 900
/** A part this far outside the window is not watched until the next look. */
const farPx = 20_000
/** All parts are looked at again when the page was scrolled, or became longer or shorter, by this much. */
const movedPx = 5000

/**
 * Watches all parts of a form with one observer, made with the first part, because many observers would cost time in
 * every frame, even while typing. So do hundreds of watched parts, so that those far away rest:
 *
 *   watched ──far outside──► resting ──page scrolled or changed by much, a part appeared or left──► watched
 */
export const createNearParts = (): NearParts => {
  const waiting = new Map<Element, () => void>()
  const resting = new Set<Element>()
  let observer: IntersectionObserver | null = null
  let pageSize: ResizeObserver | null = null
  let lookedAt = { topPx: 0, heightPx: 0 }

  const page = () => ({
    topPx: globalThis.scrollY,
    heightPx: document.documentElement.scrollHeight,
  })
  const look = () => {
    for (const element of resting) observer?.observe(element)
    resting.clear()
  }
  const moved = () => {
    if (resting.size === 0) return
    const { topPx, heightPx } = page()
    const change = Math.abs(topPx - lookedAt.topPx) + Math.abs(heightPx - lookedAt.heightPx)
    if (change > movedPx) look()
  }
  const take = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { isIntersecting, boundingClientRect: at, target } of entries) {
      const near = waiting.get(target)
      // It was mounted, or removed, since the browser looked.
      if (near === undefined) continue
      if (isIntersecting) near()
      else if (at.bottom < -farPx || at.top > globalThis.innerHeight + farPx) {
        // While others rest, a later place would hide how far the page has moved since they do.
        if (resting.size === 0) lookedAt = page()
        observer?.unobserve(target)
        resting.add(target)
      }
    }
  }
  const begin = (): IntersectionObserver => {
    globalThis.addEventListener('scroll', moved, { passive: true })
    pageSize = new ResizeObserver(moved)
    pageSize.observe(document.documentElement)
    return new IntersectionObserver(take, { rootMargin: `${nearPx}px 0px` })
  }
  const end = () => {
    globalThis.removeEventListener('scroll', moved)
    pageSize?.disconnect()
    observer?.disconnect()
    observer = null
  }

  return {
    look,
    watch: (element, near) => {
      waiting.set(element, near)
      observer ??= begin()
      observer.observe(element)
      return () => {
        waiting.delete(element)
        resting.delete(element)
        observer?.unobserve(element)
        if (waiting.size === 0) end()
      }
    },
  }
}
