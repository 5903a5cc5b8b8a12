import type { ReactNode } from 'react'
import { ExpandIcon } from '../icon.tsx'
import styles from './fold.module.css'

interface FoldProps {
  title: ReactNode
  icon?: ReactNode
  /** What it is set to now, or what is inside. */
  detail?: ReactNode
  children: ReactNode
}

/** A part of a screen that opens on demand; a row of a list in a flush card. */
export function Fold({ title, icon, detail, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        {icon}
        <span className={styles.words}>
          <h2 className={styles.title}>{title}</h2>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        <ExpandIcon />
      </summary>
      {children}
    </details>
  )
}

/** The inside of a fold that is not a list of rows. */
export function FoldBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}
