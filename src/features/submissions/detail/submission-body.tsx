import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useHasOpenEdit } from '../../../interviews/use-has-open-edit.ts'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { Link } from '../../../lib/navigation/navigation.ts'
import { common } from '../../../messages/app/common.ts'
import { placeText } from '../../../messages/interview/place.ts'
import { locatedText, submission as words } from '../../../messages/submissions/submission.ts'
import { submissions as listWords } from '../../../messages/submissions/submissions.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { href } from '../../../routes.ts'
import { buttonClass } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { ClockIcon, CopyIcon, LocationIcon } from '../../../ui/icon.tsx'
import { PageBody, Stack } from '../../../ui/pages/page.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { MapCard } from '../map/map-card.tsx'
import { CannotView } from './cannot-view.tsx'
import { CopiesCard } from './copies-card.tsx'
import { ReviewCard } from './review-card.tsx'
import { AnswerSections } from './submission-answers.tsx'
import styles from './submission-body.module.css'
import { TimelineSection } from './timeline-section.tsx'
import { useStructure } from './use-structure.ts'

/** Place and time, then every section with its numbered answers (2.submission-detail.1). */
export function SubmissionBody({
  submission,
  onTryAgain,
  onBack,
}: {
  submission: SubmissionDoc
  onTryAgain: () => void
  onBack: () => void
}) {
  const { form, questions } = useStructure(submission)
  if (questions?.length === 0) {
    return (
      <CannotView
        title={words.cannotView}
        message={words.noStructure}
        onTryAgain={onTryAgain}
        onBack={onBack}
      />
    )
  }
  return (
    <PageBody>
      <Facts submission={submission} description={form?.description ?? ''} />
      {questions !== null && <MapCard submission={submission} questions={questions} />}
      <CopiesCard submission={submission} />
      <ReviewCard submission={submission} questions={questions ?? []} />
      {questions === null ? (
        <Skeleton shape="card" count={2} label={words.loading} />
      ) : (
        <AnswerSections questions={questions} submission={submission} />
      )}
      {questions !== null && <TimelineSection submission={submission} />}
      <Link
        className={buttonClass({ variant: 'secondary' })}
        to={href('survey', { id: submission.form_id, copy: submission.id })}
      >
        <CopyIcon />
        {words.duplicate}
      </Link>
    </PageBody>
  )
}

function Facts({ submission, description }: { submission: SubmissionDoc; description: string }) {
  const isSynced = submission.syncStatus === 'synced'
  const name = useInterviewName(submission)
  const isEdited = useHasOpenEdit(submission.id)
  return (
    <Stack>
      {name !== '' && (
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
      )}
      {description !== '' && (
        <p className={styles.description}>
          <bdi>{description}</bdi>
        </p>
      )}
      <ul className={styles.facts}>
        <li>
          <LocationIcon />
          <span className="visually-hidden">{words.location}</span>
          <span>
            {placeText(submission)}
            {submission.located_after !== undefined && (
              <span className={styles.late}>{locatedText(submission.located_after)}</span>
            )}
          </span>
        </li>
        <li>
          <ClockIcon />
          <span className="visually-hidden">{words.dateTime}</span>
          {dateTimeText(submission.created_at)}
        </li>
      </ul>
      <div className={styles.status}>
        <Badge kind={isSynced ? 'synced' : 'pending'}>
          {isSynced ? common.synced : common.pendingSync}
        </Badge>
        {!isSynced && submission.files_pending > 0 && (
          <span>{words.filesPending(submission.files_pending)}</span>
        )}
        {isEdited && <Badge kind="pending">{listWords.editOpen}</Badge>}
      </div>
    </Stack>
  )
}
