import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useHasOpenEdit } from '../../interviews/use-has-open-edit.ts'
import { useInterviewName } from '../../interviews/use-interview-name.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { common } from '../../messages/app/common.ts'
import { placeText } from '../../messages/interview/place.ts'
import { submissions as words } from '../../messages/submissions/submissions.ts'
import { dateTimeText } from '../../messages/app/time.ts'
import { href } from '../../routes.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { CardActions, CardHead } from '../../ui/cards/card-head.tsx'
import { ListCard } from '../../ui/cards/card.tsx'
import { ClockIcon, DeleteIcon, EditIcon, LocationIcon, ViewIcon } from '../../ui/icon.tsx'
import type { Listed } from './listed.ts'
import styles from './submission-card.module.css'

/** One submission of the list (2.survey-data-list.2, 2.survey-data-list.3). */
export function SubmissionCard({
  submission,
  listed,
  canView,
  onDelete,
}: {
  submission: SubmissionDoc
  /** What the list shows, for the list next to the submission. */
  listed: Listed
  canView: boolean
  onDelete: () => void
}) {
  const form = submission.formName || common.untitledForm
  const name = useInterviewName(submission)
  const called = name || form
  const isEdited = useHasOpenEdit(submission.id)
  const when = dateTimeText(submission.created_at)
  const isSynced = submission.syncStatus === 'synced'
  const pendingFiles = submission.files_pending
  return (
    <ListCard aria-labelledby={`s-${submission.id}`}>
      <CardHead
        id={`s-${submission.id}`}
        title={<bdi>{called}</bdi>}
        description={name === '' ? undefined : form}
        badge={
          <Badge kind={isSynced ? 'synced' : 'pending'}>
            {isSynced ? common.synced : common.pendingSync}
          </Badge>
        }
      />
      <ul className={styles.facts}>
        <li>
          <LocationIcon />
          <span className="visually-hidden">{words.location}</span>
          {placeText(submission)}
        </li>
        <li>
          <ClockIcon />
          <span className="visually-hidden">{words.dateTime}</span>
          {when}
          {!isSynced && pendingFiles > 0 && ` · ${words.filesPending(pendingFiles)}`}
        </li>
      </ul>
      {isEdited && (
        <p className={styles.edited}>
          <EditIcon />
          {words.editOpen}
        </p>
      )}
      <CardActions>
        {canView ? (
          <Link
            className={buttonClass({ variant: 'secondary' })}
            to={href('submission', { id: submission.server_id || submission.id })}
            state={{ listed }}
            aria-label={words.viewOf(called, when)}
          >
            <ViewIcon />
            {words.view}
          </Link>
        ) : (
          <Button disabled icon={<ViewIcon />} aria-describedby={`o-${submission.id}`}>
            {words.view}
          </Button>
        )}
        <Button
          variant="quiet"
          icon={<DeleteIcon />}
          aria-label={words.deleteOf(called, when)}
          onClick={onDelete}
        >
          {words.delete}
        </Button>
      </CardActions>
      {!canView && (
        <p id={`o-${submission.id}`} className={styles.hint}>
          {words.viewOffline}
        </p>
      )}
    </ListCard>
  )
}
