/** Hears when parts of a form come near the window. */
export interface NearParts {
  /** Calls once an element is near; gives back how to stop. */
  readonly watch: (element: Element, near: () => void) => () => void
}

/** How far outside the window a part is made ready. */
const nearPx = 900

/**
 * Watches all parts of one form with one observer, made with the first part: many of them cost every frame,
 * also those in which somebody types.
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
