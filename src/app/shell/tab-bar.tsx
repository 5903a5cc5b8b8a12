import { waitingItemCount } from '../../../collections/queries.ts'
import { useWorkspace } from '../../context.tsx'
import { NavLink } from '../../lib/navigation/navigation.ts'
import { useLiveCount } from '../../lib/hooks/use-live.ts'
import { pendingText, shell } from '../../messages/app/app.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { cx } from '../../ui/cx.ts'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { DashboardIcon, ProjectsIcon, SettingsIcon, SyncIcon } from '../../ui/icon.tsx'
import styles from './shell.module.css'

const tabs = [
  { to: href('dashboard'), name: 'dashboard', Icon: DashboardIcon },
  { to: href('projects'), name: 'projects', Icon: ProjectsIcon },
  { to: href('sync'), name: 'sync', Icon: SyncIcon },
  { to: href('settings'), name: 'settings', Icon: SettingsIcon },
] as const

/**
 * Links to the four main screens, within reach of the thumb. The beginning of the path decides which one is active
 * (2.shell.3).
 */
export function TabBar() {
  const { db } = useWorkspace()
  const pending = useLiveCount(db, waitingItemCount) ?? 0
  return (
    <nav aria-label={shell.tabs} className={styles.tabBar}>
      {tabs.map(({ to, name, Icon }) => (
        <NavLink key={to} to={to} className={cx(styles.tabLink)}>
          <span className={styles.tabIcon}>
            <Icon />
            {to === href('sync') && pending > 0 && (
              <span aria-hidden className={styles.tabCount}>
                <CountBadge strong>
                  {pending > 99 ? `${numberText(99)}+` : numberText(pending)}
                </CountBadge>
              </span>
            )}
          </span>
          {shell[name]}
          {to === href('sync') && pending > 0 && (
            <span className="visually-hidden">{pendingText(pending)}</span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
