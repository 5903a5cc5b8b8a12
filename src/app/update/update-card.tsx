import { useLayoutEffect, useRef } from 'react'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { update as words } from '../../messages/app/installed.ts'
import type { Updates, UpdateState } from '../../pwa/updates.ts'
import { Button } from '../../ui/actions/button.tsx'
import { UpdateIcon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import styles from './update.module.css'
import { useSwipeUp } from './use-swipe-up.ts'

/**
 * Announces a new version and what it waits for (2.splash-install-and-update.3), once per version. It is laid out above
 * the screens and covers nothing.
 */
export function UpdateCard({ updates }: { updates: Updates }) {
  const state = useStream(updates.state$, updates.current())
  const place = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => (place.current === null ? undefined : publishHeight(place.current)), [])
  return (
    <output ref={place} className={styles.topPlace}>
      {state.kind !== 'none' && <Card state={state} updates={updates} />}
    </output>
  )
}

/** Keeps the card's height in `--news`, so that bars stick below it; returns a function that stops it. */
const publishHeight = (place: Element): (() => void) => {
  const { style } = place.ownerDocument.documentElement
  const growing = new ResizeObserver(() => {
    style.setProperty('--news', `${place.getBoundingClientRect().height}px`)
  })
  growing.observe(place)
  return () => {
    growing.disconnect()
    style.removeProperty('--news')
  }
}

function Card({ state, updates }: { state: UpdateState; updates: Updates }) {
  const swipe = useSwipeUp(updates.later)
  if (state.kind === 'held' || state.kind === 'updating') {
    const isHeld = state.kind === 'held'
    return (
      <section
        aria-label={words.title}
        className={styles.line}
        {...swipe.handlers}
        style={swipe.style}
      >
        <Spinner />
        <p>{isHeld ? words.waiting[state.by] : words.updating}</p>
        {isHeld && (
          <Button variant="quiet" onClick={updates.later}>
            {words.later}
          </Button>
        )}
      </section>
    )
  }
  const isOutdated = state.kind === 'outdated'
  return (
    <section
      aria-label={isOutdated ? words.outdatedTitle : words.title}
      className={styles.card}
      {...swipe.handlers}
      style={swipe.style}
    >
      <div className={styles.head}>
        <span className={styles.icon}>
          <UpdateIcon />
        </span>
        <div>
          <p className={styles.title}>{isOutdated ? words.outdatedTitle : words.title}</p>
          <p className={styles.message}>{isOutdated ? words.outdatedMessage : words.message}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={updates.later}>
          {words.later}
        </Button>
        <Button onClick={updates.updateNow}>{isOutdated ? words.reload : words.now}</Button>
      </div>
      <span aria-hidden className={styles.grip} />
    </section>
  )
}
