import type { ReactNode } from 'react'
import styles from './card-head.module.css'

/** What stands at the top of a card about one thing. */
export interface CardHeadProps {
  /** For `aria-labelledby` of the card. */
  id: string
  title: ReactNode
  /** Its state, as a badge; beside the title, or under it where that is long. */
  badge?: ReactNode
  /** What it is; two lines of it tell things apart. */
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
        <p className={styles.description}>
          <bdi>{description}</bdi>
        </p>
      )}
    </>
  )
}

/** Small facts in one line under a card's head, where there are any. */
export function CardFacts({ facts }: { facts: readonly (string | false)[] }) {
  const shown = facts.filter(fact => fact !== false && fact !== '')
  return shown.length > 0 && <p className={styles.facts}>{shown.join(' · ')}</p>
}

/** The buttons and links of a card: beside each other while there is room. */
export function CardActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
