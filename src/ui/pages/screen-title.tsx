import type { ReactNode } from 'react'
import styles from './screen-title.module.css'

interface ScreenTitleProps {
  children: ReactNode
  /** A quieter line below the title. */
  subtitle?: ReactNode
}

/** The large title of a screen without a bar: its h1, which takes the focus after a change of route. */
export function ScreenTitle({ children, subtitle }: ScreenTitleProps) {
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <h1 tabIndex={-1} className={styles.title}>
          {children}
        </h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
    </div>
  )
}
