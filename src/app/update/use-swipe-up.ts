import { type CSSProperties, type PointerEvent, useRef, useState } from 'react'
import { swipeDismissPx } from '../../limits.ts'

interface SwipeUp {
  /** Moves the card as far as it was dragged. */
  readonly style: CSSProperties
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: (event: PointerEvent) => void
    readonly onPointerCancel: () => void
  }
}

/** A finger that has moved less than this is a tap. */
const tapPx = 8

/**
 * Lets a card be dragged upwards and calls `onSwiped` once it went far enough (9.14). The card needs a button as well.
 */
export const useSwipeUp = (onSwiped: () => void): SwipeUp => {
  const startY = useRef<number | null>(null)
  const [offset, setOffset] = useState(0)
  const movedBy = ({ clientY }: PointerEvent): number =>
    startY.current === null ? 0 : Math.min(0, clientY - startY.current)
  const end = () => {
    startY.current = null
    setOffset(0)
  }
  return {
    style: offset === 0 ? {} : { translate: `0 ${offset}px`, transition: 'none' },
    handlers: {
      onPointerDown: event => {
        startY.current = event.clientY
      },
      onPointerMove: event => {
        if (startY.current === null) return
        const moved = movedBy(event)
        // Not earlier, because a captured pointer does not click the card's buttons.
        if (moved < -tapPx) event.currentTarget.setPointerCapture(event.pointerId)
        setOffset(moved)
      },
      onPointerUp: event => {
        // Measured where the finger was lifted, because the last move may not be rendered yet.
        if (movedBy(event) <= -swipeDismissPx) onSwiped()
        end()
      },
      onPointerCancel: end,
    },
  }
}
