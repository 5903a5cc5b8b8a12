import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useReachability } from '../../lib/hooks/use-reachability.ts'
import { networkLabel, networkSpoken } from '../../messages/app/app.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import {
  LockIcon,
  OfflineIcon,
  OnlineIcon,
  OnlineMediumIcon,
  OnlineSlowIcon,
  OnlineVerySlowIcon,
  ServerDownIcon,
} from '../../ui/icon.tsx'
import { useNotArrived } from '../../hooks/unsent.ts'
import styles from './shell.module.css'

const icons = {
  'no-network': OfflineIcon,
  'login-page': LockIcon,
  'server-down': ServerDownIcon,
  'very-slow': OnlineVerySlowIcon,
  slow: OnlineSlowIcon,
  medium: OnlineMediumIcon,
  fast: OnlineIcon,
}

/**
 * Shows whether the server can be reached, how well (4.28), and how much has not arrived (2.shell.5); leads to Sync.
 */
export function NetworkIndicator() {
  const { env, client } = useApp()
  const { db } = useWorkspace()
  const reachability = useReachability(client.lookout, env.clock)
  const notArrived = useNotArrived(db)
  const count = countNotArrived(notArrived) ?? 0
  const Icon = icons['quality' in reachability ? reachability.quality : reachability.kind]
  const label = networkLabel(reachability)
  const spoken = networkSpoken(reachability, notArrived)
  return (
    <Link
      to={href('sync')}
      className={styles.network}
      data-reach={reachability.kind}
      title={spoken}
    >
      <Icon />
      <span className="visually-hidden">{spoken}</span>
      {label !== '' && (
        <span aria-hidden className={styles.networkWord}>
          {label}
        </span>
      )}
      {count > 0 && (
        <span aria-hidden>
          <CountBadge waits>{count > 99 ? `${numberText(99)}+` : numberText(count)}</CountBadge>
        </span>
      )}
    </Link>
  )
}
