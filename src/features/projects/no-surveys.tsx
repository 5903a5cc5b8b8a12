import type { Failure } from '../../../replication/http/failure.ts'
import { common } from '../../messages/common.ts'
import { projects as words } from '../../messages/projects.ts'
import { useComing } from '../../workspace/use-coming.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormIcon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Stands where no survey is yet, or says that there is none, and why (2.projects.4, 8.25). */
export function NoSurveys({ failure }: { failure: Failure | null }) {
  const isComing = useComing('forms', failure)
  if (isComing) return <Skeleton shape="card" count={3} label={common.loading} />
  return <EmptyState icon={<FormIcon />} title={words.none} message={messageOf(failure)} />
}

const messageOf = (failure: Failure | null): string => {
  if (failure === null) return words.noneMessage
  return failure.kind === 'offline' ? words.offline : words.failed
}
