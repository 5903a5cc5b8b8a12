import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { submissions } from '../../messages/submissions/submissions.ts'
import { notStored, type Freshness } from '../../hooks/use-refresh-on-open.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { FormIcon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'

/**
 * Shown instead of surveys: a skeleton while they load, which says so when it takes long, else a message that there are
 * none, and why (2.projects.4, 4.21, 8.25).
 */
export function NoSurveys({ fresh }: { fresh: Freshness }) {
  if (fresh.isLate) {
    return (
      <EmptyState icon={<FormIcon />} title={words.onTheirWay} message={words.onTheirWayMessage} />
    )
  }
  if (fresh.isFirstLoad) return <Skeleton shape="card" count={3} label={common.loading} />
  const canTry = fresh.failure !== null && fresh.failure.kind !== 'offline'
  return (
    <EmptyState
      icon={<FormIcon />}
      title={words.none}
      message={messageOf(fresh)}
      action={canTry && <Button onClick={fresh.tryAgain}>{common.tryAgain}</Button>}
    />
  )
}

const messageOf = ({ failure }: Freshness): string => {
  if (failure === null) return words.noneMessage
  if (failure === notStored) return submissions.notLoadedFull
  return failure.kind === 'offline' ? words.offline : words.failed
}
