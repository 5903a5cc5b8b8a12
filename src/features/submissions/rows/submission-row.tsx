import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { reviewOf } from '../../../../collections/interview/review.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useHasOpenEdit } from '../../../interviews/use-has-open-edit.ts'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { Link } from '../../../lib/navigation/navigation.ts'
import { common } from '../../../messages/app/common.ts'
import { dateTimeText, timeOfDayText } from '../../../messages/app/time.ts'
import { placeText } from '../../../messages/interview/place.ts'
import { review as reviewWords } from '../../../messages/submissions/review.ts'
import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { href } from '../../../routes.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import whole from '../../../ui/actions/whole-row.module.css'
import { cx } from '../../../ui/cx.ts'
import { DeleteIcon, EditIcon, PendingIcon, SyncedIcon } from '../../../ui/icon.tsx'
import type { Listed } from '../listed.ts'
import styles from './submission-row.module.css'

interface SubmissionRowProps {
  readonly submission: SubmissionDoc
  /** What the list shows, for the list next to the submission. */
  readonly listed: Listed
  readonly canView: boolean
  readonly onDelete: () => void
}

/**
 * One submission of the list, under the heading of its day (2.survey-data-list.2, 2.survey-data-list.3). The row is its
 * View; on a large window it is the row of a table. The list of one survey does not repeat the survey's name.
 */
export function SubmissionRow({ submission, listed, canView, onDelete }: SubmissionRowProps) {
  const form = submission.formName || common.untitledForm
  const name = useInterviewName(submission)
  const called = name || form
  const isEdited = useHasOpenEdit(submission.id)
  const said = reviewOf(submission)
  const review = said?.state === 'received' ? null : said
  const when = dateTimeText(submission.created_at)
  const isSynced = submission.syncStatus === 'synced'
  const pendingFiles = submission.files_pending
  const nameId = `n-${submission.id}`
  const hintId = `o-${submission.id}`
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const row = ref.current
    // Without this the focus of a deleted row would go nowhere.
    return () => {
      const page = row?.ownerDocument
      if (row?.contains(page?.activeElement ?? null) !== true) return
      page?.querySelector('h1')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <article ref={ref} aria-labelledby={nameId} className={cx(whole.row, styles.row)}>
      <div className={styles.words}>
        <h3 id={`s-${submission.id}`} dir="auto" className={styles.name}>
          {canView ? (
            <Link
              className={whole.open}
              to={href('submission', { id: submission.server_id || submission.id })}
              state={{ listed }}
              aria-label={words.viewOf(called, when)}
            >
              <bdi id={nameId}>{called}</bdi>
            </Link>
          ) : (
            <button
              type="button"
              disabled
              className={whole.open}
              aria-label={words.viewOf(called, when)}
              aria-describedby={hintId}
            >
              <bdi id={nameId}>{called}</bdi>
            </button>
          )}
        </h3>
        <p className={styles.facts}>
          {listed.formId === null && name !== '' && <Fact column="survey">{form}</Fact>}
          <Fact column="place" label={words.location}>
            {placeText(submission)}
          </Fact>
          <Fact column="time" label={words.dateTime}>
            {timeOfDayText(submission.created_at)}
          </Fact>
          <span className={styles.fact} data-column="status">
            <span className={cx(styles.state, !isSynced && styles.waits)}>
              {isSynced ? <SyncedIcon /> : <PendingIcon />}
              {isSynced ? common.synced : common.pendingSync}
            </span>
            {!isSynced && pendingFiles > 0 && ` · ${words.filesPending(pendingFiles)}`}
            {isEdited && (
              <>
                {' · '}
                <span className={styles.state}>
                  <EditIcon />
                  {words.editOpen}
                </span>
              </>
            )}
            {review !== null && (
              <>
                {' · '}
                {reviewWords.state[review.state]}
              </>
            )}
            {!canView && (
              <>
                {' · '}
                <span id={hintId}>{words.viewOffline}</span>
              </>
            )}
          </span>
        </p>
      </div>
      <IconButton
        className={styles.delete}
        label={words.deleteOf(called, when)}
        icon={<DeleteIcon />}
        onClick={onDelete}
      />
    </article>
  )
}

interface FactProps {
  readonly column: 'survey' | 'place' | 'time'
  /** Read aloud before it. */
  readonly label?: string
  readonly children: ReactNode
}

/** A fact in the line below the name, or in its column. */
const Fact = ({ column, label, children }: FactProps) => (
  <span className={styles.fact} data-column={column}>
    {label !== undefined && <span className="visually-hidden">{label} </span>}
    <bdi>{children}</bdi>
  </span>
)
