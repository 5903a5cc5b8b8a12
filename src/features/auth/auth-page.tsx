import type { ReactNode } from 'react'
import { config } from '../../config.ts'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import styles from './auth-page.module.css'

/** The page of the login and the screens around it: logo, heading, one line of instructions, the form. */
export function AuthPage({
  title,
  subtitle,
  children,
}: {
  title: ReactNode
  subtitle?: ReactNode
  children: ReactNode
}) {
  return (
    <PageBody centred>
      <div className={styles.head}>
        <img src={config.defaultLogo} alt="" width="64" height="64" />
        <h1 tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <Stack gap="l">{children}</Stack>
    </PageBody>
  )
}
