/** Reports when parts of a form come near the window. */
export interface NearParts {
  /** Calls `near` once when an element comes near; returns a function that stops it. */
  readonly watch: (element: Element, near: () => void) => () => void
}

/** How far outside the window a part is mounted. */
const nearPx = 900

/**
 * Watches all parts of a form with one observer, made with the first part, because many observers would cost time in
 * every frame, even while typing.
 */
export const createNearParts = (): NearParts => {
  const waiting = new Map<Element, () => void>()
  let observer: IntersectionObserver | null = null
  const observe = (): IntersectionObserver =>
    (observer ??= new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) waiting.get(target)?.()
        }
      },
      { rootMargin: `${nearPx}px 0px` },
    ))
  return {
    watch: (element, near) => {
      waiting.set(element, near)
      observe().observe(element)
      return () => {
        waiting.delete(element)
        observer?.unobserve(element)
      }
    },
  }
}
