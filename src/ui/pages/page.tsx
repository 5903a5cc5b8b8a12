import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './page.module.css'

interface PageBodyProps {
  children: ReactNode
  /** Leaves room at the end, so that the tab bar covers nothing. */
  under?: 'tabs' | undefined
  /** Centres screens with little content (login, set password). */
  centred?: boolean | undefined
  /** Takes the whole width of a large window, for cards next to each other. */
  wide?: boolean | undefined
}

/** The body of a screen: margins, spacing, and room for floating elements. */
export function PageBody({ children, under, centred, wide }: PageBodyProps) {
  return (
    <div
      className={cx(
        styles.body,
        under && styles[under],
        centred && styles.centred,
        wide && styles.wide,
      )}
    >
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

/** Two parts of a screen, next to each other on a large window. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={cx(styles.beside)}>{children}</div>
}

/** Cards of a list: one below the other, and in two columns on a large window. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={cx(styles.stack, styles.m, styles.cards)}>{children}</div>
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
  return (
    <div className={styles.actions} data-actions>
      {children}
    </div>
  )
}
