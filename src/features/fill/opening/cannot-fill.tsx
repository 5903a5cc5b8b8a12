import { Link } from '../../../lib/navigation/navigation.ts'
import { useBack } from '../../../hooks/use-back.ts'
import { href } from '../../../routes.ts'
import { surveyLoadRetries } from '../../../limits.ts'
import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Button, buttonClass } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { FormIcon, RecoveryIcon, WarningIcon } from '../../../ui/icon.tsx'
import { Cluster, PageBody } from '../../../ui/pages/page.tsx'
import type { Opened } from './opened.ts'

interface CannotFillProps {
  readonly opened: Extract<Opened, { kind: 'unavailable' | 'empty' | 'unpublished' | 'recovered' }>
  /** How often loading was retried. */
  readonly retries: number
  readonly onTryAgain: () => void
}

/**
 * Why there is nothing to fill in, and what the surveyor can do (2.survey-fill.4 and 5). That loading failed is what the
 * title says, so it is not said again.
 */
export function CannotFill({ opened, retries, onTryAgain }: CannotFillProps) {
  const back = useBack(href('projects'))
  const goBack = (
    <Button variant="secondary" onClick={back}>
      {common.goBack}
    </Button>
  )
  switch (opened.kind) {
    case 'unavailable':
      return (
        <PageBody>
          <EmptyState
            icon={<WarningIcon />}
            title={fill.unavailableTitle}
            message={
              <>
                {fill.unavailableMessage}
                {opened.message !== fill.loadFailed && (
                  <>
                    <br />
                    {opened.message}
                  </>
                )}
              </>
            }
            action={
              <Cluster>
                {goBack}
                <Button disabled={retries >= surveyLoadRetries} onClick={onTryAgain}>
                  {common.tryAgain}
                </Button>
              </Cluster>
            }
          />
        </PageBody>
      )
    case 'empty':
      return (
        <PageBody>
          <EmptyState
            icon={<FormIcon />}
            title={fill.emptyTitle}
            message={fill.emptyMessage}
            action={goBack}
          />
        </PageBody>
      )
    case 'recovered':
      return (
        <PageBody>
          <EmptyState
            icon={<RecoveryIcon />}
            title={fill.inRecoveryTitle}
            message={fill.inRecoveryMessage}
            action={
              <Link to={href('recovery')} className={buttonClass()}>
                {fill.openRecovery}
              </Link>
            }
          />
        </PageBody>
      )
    case 'unpublished':
      return (
        <PageBody>
          <EmptyState
            icon={<FormIcon />}
            title={fill.unpublishedTitle}
            message={fill.unpublishedMessage}
            action={goBack}
          />
        </PageBody>
      )
  }
}
