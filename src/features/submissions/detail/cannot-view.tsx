import { submission as words } from '../../../messages/submissions/submission.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { WarningIcon } from '../../../ui/icon.tsx'
import { PageBody } from '../../../ui/pages/page.tsx'

/** Why a submission cannot be shown (2.submission-detail.5). */
export function CannotView({
  title,
  message,
  onTryAgain,
  onBack,
}: {
  title: string
  message: string
  onTryAgain: () => void
  onBack: () => void
}) {
  return (
    <PageBody>
      <EmptyState
        icon={<WarningIcon />}
        title={<h2>{title}</h2>}
        message={message}
        action={
          <>
            <Button onClick={onTryAgain}>{words.tryAgain}</Button>
            <Button variant="quiet" onClick={onBack}>
              {words.goBack}
            </Button>
          </>
        }
      />
    </PageBody>
  )
}
