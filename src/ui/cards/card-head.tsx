import type { ReactNode } from 'react'
import { type FactList, factsLine } from './facts.tsx'
import styles from './card-head.module.css'

interface CardHeadProps {
  /** For `aria-labelledby` of the card. */
  id: string
  title: ReactNode
  /** The state, as a badge; next to the title, or below a long one. */
  badge?: ReactNode
  /** Shown in at most two lines, enough to recognize it. */
  description?: string | undefined
}

/** The heading of a card in a list. */
export function CardHead({ id, title, badge, description }: CardHeadProps) {
  return (
    <>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {badge}
      </div>
      {description && (
        <p dir="auto" className={styles.description}>
          {description}
        </p>
      )}
    </>
  )
}

/** Small facts in one line below a card's head; nothing when there are none. */
export function CardFacts({ facts }: { facts: FactList }) {
  return facts.some(Boolean) && <p className={styles.facts}>{factsLine(facts)}</p>
}

/** The buttons and links of a card, in one row while there is room. */
export function CardActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
