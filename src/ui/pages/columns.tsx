import type { ReactNode } from 'react'
import styles from './columns.module.css'

/**
 * A screen below its bar, in two columns on a large window: navigation at the side, and the screen itself. The screen's
 * element stays the same when the window is resized, so that its state is kept.
 */
export function Columns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      {side !== null && <div className={styles.side}>{side}</div>}
      <div className={styles.main}>{children}</div>
    </div>
  )
}
