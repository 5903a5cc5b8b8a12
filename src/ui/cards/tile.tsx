import type { ReactNode } from 'react'
import { cardLinkClass } from './card.tsx'
import { cx } from '../cx.ts'
import styles from './tile.module.css'

/** The class of a tile that is a link: `<Link className={tileClass()}><TileBody … /></Link>`. */
export function tileClass(): string {
  return cx(cardLinkClass(), styles.tile)
}

/** The content of a tile; `tone` colours its icon. */
interface TileBodyProps {
  icon: ReactNode
  label: ReactNode
  value: ReactNode
  /** A quieter line under the label. */
  hint?: ReactNode
  tone?: 'primary' | 'success' | 'warning' | 'neutral' | undefined
}

/** One figure of the dashboard. */
export function TileBody({ icon, label, value, hint, tone = 'primary' }: TileBodyProps) {
  return (
    <>
      <span className={cx(styles.icon, styles[tone])}>{icon}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
}

/** Two tiles per row, or one where two do not fit. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
