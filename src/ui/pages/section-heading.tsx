import type { ReactNode } from 'react'
import styles from './section-heading.module.css'

interface SectionHeadingProps {
  children: ReactNode
  /** For `aria-labelledby` of the part. */
  id?: string | undefined
  level?: 2 | 3 | undefined
  /** Shown at the end of the line: 'View All', a count badge. */
  end?: ReactNode
}

/** The heading of a part of a screen. */
export function SectionHeading({ children, id, level = 2, end }: SectionHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.line}>
      <Heading id={id} className={styles.heading}>
        <bdi>{children}</bdi>
      </Heading>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}
