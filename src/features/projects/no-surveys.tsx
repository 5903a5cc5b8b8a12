import { projects as words } from '../../messages/projects.ts'
import type { Failure } from '../../../replication/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormIcon } from '../../ui/icon.tsx'

/** Stands where no survey is; says why when that is known (2.projects.4, 8.25). */
export function NoSurveys({ failure }: { failure: Failure | null }) {
  return <EmptyState icon={<FormIcon />} title={words.none} message={messageOf(failure)} />
}

const messageOf = (failure: Failure | null): string => {
  if (failure === null) return words.noneMessage
  return failure.kind === 'offline' ? words.offline : words.failed
}
