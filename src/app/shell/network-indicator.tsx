import { waitingItemCount } from '../../../collections/queries.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLiveCount } from '../../lib/hooks/use-live.ts'
import { useReachability } from '../../lib/hooks/use-reachability.ts'
import { networkLabel, networkSpoken } from '../../messages/app/app.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import {
  LockIcon,
  OfflineIcon,
  OnlineIcon,
  OnlineMediumIcon,
  OnlineSlowIcon,
  OnlineVerySlowIcon,
  ServerDownIcon,
} from '../../ui/icon.tsx'
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
 * Shows whether the server can be reached, how well (4.28), and how much waits to be sent (2.shell.5); leads to Sync.
 */
export function NetworkIndicator() {
  const { env, client } = useApp()
  const { db } = useWorkspace()
  const reachability = useReachability(client.lookout, env.clock)
  const pending = useLiveCount(db, waitingItemCount)
  const Icon = icons['quality' in reachability ? reachability.quality : reachability.kind]
  const label = networkLabel(reachability)
  const spoken = networkSpoken(reachability, pending)
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
      {pending !== null && pending > 0 && (
        <span aria-hidden>{pending > 99 ? '99+' : numberText(pending)}</span>
      )}
    </Link>
  )
}
