import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './page.module.css'

/** What the body of a screen takes. */
export interface PageBodyProps {
  children: ReactNode
  /** Leaves room at the end, so that the tab bar covers nothing. */
  under?: 'tabs' | undefined
  /** Screens with little on them stand in the middle (login, set password). */
  centred?: boolean | undefined
}

/** The body of a screen: margins, rhythm, and room for what floats over it. */
export function PageBody({ children, under, centred }: PageBodyProps) {
  return (
    <div className={cx(styles.body, under && styles[under], centred && styles.centred)}>
      {children}
    </div>
  )
}

/** Things that belong together, one under another. */
export function Stack({
  children,
  gap = 'm',
}: {
  children: ReactNode
  gap?: 's' | 'm' | 'l' | undefined
}) {
  return <div className={cx(styles.stack, styles[gap])}>{children}</div>
}

/** Things beside each other that wrap, as buttons of a card; `spread` shares the width among them. */
export function Cluster({
  children,
  spread,
}: {
  children: ReactNode
  spread?: boolean | undefined
}) {
  return <div className={cx(styles.cluster, spread && styles.spread)}>{children}</div>
}

/** The fixed bar at the bottom of a screen, with its main action under the thumb. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
