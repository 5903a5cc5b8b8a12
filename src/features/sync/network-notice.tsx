import { useApp } from '../../context.tsx'
import { useReachability } from '../../lib/hooks/use-reachability.ts'
import { network } from '../../messages/app/app.ts'
import { sync as words } from '../../messages/device/sync.ts'
import { Alert } from '../../ui/status/alert.tsx'

/** Shows why nothing is sent now, or only slowly, and what the surveyor can do. Renders nothing while all is well. */
export function NetworkNotice({ isAuto }: { isAuto: boolean }) {
  const { client, env } = useApp()
  const { kind } = useReachability(client.lookout, env.clock)
  switch (kind) {
    case 'no-network':
      return isAuto ? <Alert kind="warning">{words.offlineHint}</Alert> : null
    case 'login-page':
    case 'server-down':
      return (
        <Alert kind="warning" title={network.titles[kind]}>
          {network.tips[kind]}
        </Alert>
      )
    case 'slow':
      return (
        <Alert kind="info" title={network.titles.slow}>
          {network.tips.slow}
        </Alert>
      )
    case 'good':
      return null
  }
}
