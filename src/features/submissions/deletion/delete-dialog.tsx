import type { ManifestFile, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { toShownFile } from '../../../files/shown-files.ts'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { common, confirmWords } from '../../../messages/app/common.ts'
import { deletion } from '../../../messages/submissions/submissions.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { factsLine } from '../../../ui/cards/facts.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import styles from './delete-dialog.module.css'
import { useKeepFiles } from './use-keep-files.ts'

interface DeleteDialogProps {
  /** The submission to delete; null while there is none. */
  readonly submission: SubmissionDoc | null
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

/**
 * Asks before a submission is deleted, and says which one it is, that a copy stays in the bin (8.52), and what that will
 * lack.
 */
export function DeleteDialog({ submission, onConfirm, onCancel }: DeleteDialogProps) {
  const { lost, keep } = useKeepFiles(submission)
  return (
    <Confirm
      open={submission !== null}
      type="destructive"
      title={deletion.title}
      message={deletion.message}
      words={confirmWords}
      onCancel={onCancel}
      onConfirm={async () => {
        if (await keep()) await onConfirm()
      }}
    >
      <p className={styles.kept}>{deletion.kept}</p>
      {lost.length > 0 && (
        <p className={styles.lost} role="alert">
          {lost.every(isPhoto) ? deletion.lostPhotos(lost.length) : deletion.lostFiles(lost.length)}
        </p>
      )}
      {submission !== null && <Which submission={submission} />}
    </Confirm>
  )
}

const isPhoto = (file: ManifestFile): boolean => toShownFile(file).isImage

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
