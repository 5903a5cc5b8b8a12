import type { ReactNode } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { BackIcon } from '../icon.tsx'
import styles from './page-header.module.css'

/** The properties of a screen's bar. Its title is the page's h1 and takes the focus after a change of route. */
interface PageHeaderProps {
  title: ReactNode
  /** A quieter line under the title. */
  subtitle?: ReactNode
  /** The back button; without it the screen is one of the tabs. */
  back?: { label: string; onPress: () => void } | undefined
  /** Shown at the end of the bar: a count badge, an icon button. */
  end?: ReactNode
}

/** The fixed bar of a screen: back, title, and one more element. */
export function PageHeader({ title, subtitle, back, end }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && <IconButton label={back.label} icon={<BackIcon />} onClick={back.onPress} />}
      <div className={styles.words}>
        <h1 dir="auto" tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </header>
  )
}
