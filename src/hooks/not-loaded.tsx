import { common } from '../messages/app/common.ts'
import { failureText } from '../messages/app/failure.ts'
import { submissions as words } from '../messages/submissions/submissions.ts'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { WarningIcon } from '../ui/icon.tsx'
import { notStored, type Freshness } from './use-refresh-on-open.ts'

/** Shown instead of submissions that this device has never received: says why, and offers to try again (4.21). */
export function SubmissionsNotLoaded({
  fresh: { failure, tryAgain },
}: {
  fresh: Pick<Freshness, 'failure' | 'tryAgain'>
}) {
  if (failure === null) return null
  const isOffline = failure.kind === 'offline'
  const reason = failure === notStored ? words.notLoadedFull : failureText(failure)
  return (
    <EmptyState
      icon={<WarningIcon />}
      title={words.notLoaded}
      message={isOffline ? words.notLoadedOffline : reason}
      action={!isOffline && <Button onClick={tryAgain}>{common.tryAgain}</Button>}
    />
  )
}
