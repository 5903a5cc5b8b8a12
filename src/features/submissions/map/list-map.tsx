import { loadOnce } from '../../../../replication/http/load-once.ts'
import { useLoaded } from '../../../lib/hooks/use-loaded.ts'
import { common } from '../../../messages/app/common.ts'
import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { SubmissionsMapProps } from './submissions-map.tsx'

const load = loadOnce(() => import('./submissions-map.tsx'))

/** The map of a list, whose code loads when it is first shown. */
export function ListMap(props: SubmissionsMapProps) {
  const loaded = useLoaded(load)
  if (loaded === null) return <Skeleton shape="card" label={common.loading} />
  if (loaded === 'missing') return <Alert kind="warning">{words.mapNotHere}</Alert>
  return <loaded.SubmissionsMap {...props} />
}
