import { useSearchParams } from '../lib/navigation.ts'
import { SubmissionScreen } from '../features/submissions/detail/detail.tsx'

/** A submission: to read, or with `edit=true` to edit (2.route-table.14). */
export function SubmissionRoute() {
  const [query] = useSearchParams()
  return query.get('edit') === 'true' ? <SubmissionScreen /> : <SubmissionScreen />
}
