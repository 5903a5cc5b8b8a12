import { useEffect, useRef, useState, type RefObject } from 'react'

/** How far outside the window something counts as near it. */
const nearPx = 1200

/**
 * Whether an element is near the window, and the height that it last had there, so that its space can be reserved;
 * null when it was never there. `knownPx` is the height that it had when the screen was left.
 */
export const useNear = (
  isNearAtFirst: boolean,
  knownPx: number | null,
): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly isNear: boolean
  readonly heightPx: number | null
} => {
  const ref = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ isNear: isNearAtFirst, heightPx: knownPx })
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      entries => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        const isNear = entry.isIntersecting
        setState(before => {
          if (before.isNear === isNear) return before
          return { isNear, heightPx: isNear ? before.heightPx : entry.boundingClientRect.height }
        })
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...state }
}
