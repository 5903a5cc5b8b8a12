import { lazy } from 'react'
import { SubmissionScreen } from '../../features/submissions/detail/detail.tsx'
import { useSearchParams } from '../../lib/navigation/navigation.ts'

const EditScreen = lazy(async () => ({
  default: (await import('../../features/fill/edit.tsx')).EditScreen,
}))

/** A submission: read it, or with `edit=true` edit it (2.route-table.14). */
export function SubmissionRoute() {
  const [query] = useSearchParams()
  return query.get('edit') === 'true' ? <EditScreen /> : <SubmissionScreen />
}
