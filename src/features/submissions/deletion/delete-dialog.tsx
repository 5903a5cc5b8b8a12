import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useInterviewName } from '../../interviews/use-interview-name.ts'
import { common, confirmWords } from '../../messages/app/common.ts'
import { deletion } from '../../messages/submissions/submissions.ts'
import { dateTimeText } from '../../messages/app/time.ts'
import { factsLine } from '../../ui/cards/facts.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import styles from './submission-card.module.css'

interface DeleteDialogProps {
  /** The submission to delete; null while there is none. */
  readonly submission: SubmissionDoc | null
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks before a submission is deleted, and says which one it is and that a copy stays in the bin (8.52). */
export function DeleteDialog({ submission, onConfirm, onCancel }: DeleteDialogProps) {
  return (
    <Confirm
      open={submission !== null}
      type="destructive"
      title={deletion.title}
      message={deletion.message}
      words={confirmWords}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p className={styles.kept}>{deletion.kept}</p>
      {submission !== null && <Which submission={submission} />}
    </Confirm>
  )
}

function Which({ submission }: { submission: SubmissionDoc }) {
  const name = useInterviewName(submission)
  const form = submission.formName || common.untitledForm
  const when = dateTimeText(submission.created_at)
  return (
    <p className={styles.which}>
      {name !== '' && (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      )}
      <span>{factsLine([form, when])}</span>
    </p>
  )
}
