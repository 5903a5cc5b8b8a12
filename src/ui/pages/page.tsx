import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './page.module.css'

/** The properties of a screen's body. */
export interface PageBodyProps {
  children: ReactNode
  /** Leaves room at the end, so that the tab bar covers nothing. */
  under?: 'tabs' | undefined
  /** Centres screens with little content (login, set password). */
  centred?: boolean | undefined
}

/** The body of a screen: margins, spacing, and room for floating elements. */
export function PageBody({ children, under, centred }: PageBodyProps) {
  return (
    <div className={cx(styles.body, under && styles[under], centred && styles.centred)}>
      {children}
    </div>
  )
}

/** A column of elements that belong together. */
export function Stack({
  children,
  gap = 'm',
}: {
  children: ReactNode
  gap?: 's' | 'm' | 'l' | undefined
}) {
  return <div className={cx(styles.stack, styles[gap])}>{children}</div>
}

/** A row of elements that wraps, such as a card's buttons; `spread` shares the width among them. */
export function Cluster({
  children,
  spread,
}: {
  children: ReactNode
  spread?: boolean | undefined
}) {
  return <div className={cx(styles.cluster, spread && styles.spread)}>{children}</div>
}

/** The fixed bar at the bottom of a screen, with its main action within reach of the thumb. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
