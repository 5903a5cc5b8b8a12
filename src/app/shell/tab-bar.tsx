import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { useWorkspace } from '../../context.tsx'
import { NavLink } from '../../lib/navigation/navigation.ts'
import { notArrivedText, shell } from '../../messages/app/app.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { cx } from '../../ui/cx.ts'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { DashboardIcon, ProjectsIcon, SettingsIcon, SyncIcon } from '../../ui/icon.tsx'
import { useNotArrived } from '../../hooks/unsent.ts'
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
  const notArrived = useNotArrived(db)
  const count = countNotArrived(notArrived) ?? 0
  return (
    <nav aria-label={shell.tabs} className={styles.tabBar}>
      {tabs.map(({ to, name, Icon }) => (
        <NavLink key={to} to={to} className={cx(styles.tabLink)}>
          <span className={styles.tabIcon}>
            <Icon />
            {to === href('sync') && count > 0 && (
              <span aria-hidden className={styles.tabCount}>
                <CountBadge waits>
                  {count > 99 ? `${numberText(99)}+` : numberText(count)}
                </CountBadge>
              </span>
            )}
          </span>
          {shell[name]}
          {to === href('sync') && notArrived !== null && (
            <span className="visually-hidden">{notArrivedText(notArrived)}</span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
