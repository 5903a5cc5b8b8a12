import { useState } from 'react'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { Link, useParams } from '../../../lib/navigation/navigation.ts'
import { useTwoColumns } from '../../../hooks/use-two-columns.ts'
import { useBack } from '../../../hooks/use-back.ts'
import { common } from '../../../messages/app/common.ts'
import { submission as words } from '../../../messages/submissions/submission.ts'
import { deletedHereText } from '../../../messages/submissions/submissions.ts'
import { href } from '../../../routes.ts'
import { useDelete } from '../../../hooks/use-delete.ts'
import { Button, buttonClass } from '../../../ui/actions/button.tsx'
import { DeleteIcon, EditIcon } from '../../../ui/icon.tsx'
import { Columns } from '../../../ui/pages/columns.tsx'
import { PageHeader } from '../../../ui/pages/page-header.tsx'
import { ActionBar, PageBody } from '../../../ui/pages/page.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { DeleteDialog } from '../deletion/delete-dialog.tsx'
import { CannotView } from './cannot-view.tsx'
import { ListSide } from './list-side.tsx'
import { SubmissionBody } from './submission-body.tsx'
import { useSubmission } from './use-submission.ts'

/** One submission and its answers (2.submission-detail). */
export function SubmissionScreen() {
  const id = useParams()['id'] ?? ''
  const back = useBack(href('submissions'))
  const state = useSubmission(id)
  const hasSide = useTwoColumns()
  const [isAsking, setAsking] = useState(false)
  const [pendingDelete, setPendingDelete] = useState<SubmissionDoc | null>(null)
  const remove = useDelete(deletedHereText)
  // A deletion hides the submission at once, but this screen shows it until the toast says so.
  const submission = pendingDelete ?? (state.kind === 'found' ? state.submission : null)
  const title = submission === null ? words.title : submission.formName || common.untitledForm

  const handleDelete = async () => {
    if (submission === null) return
    setAsking(false)
    setPendingDelete(submission)
    const isDeleted = await remove(submission.id)
    if (isDeleted) back()
    else setPendingDelete(null)
  }

  return (
    <>
      <PageHeader title={title} back={{ label: common.back, onPress: back }} />
      <Columns side={hasSide ? <ListSide id={id} /> : null}>
        {submission === null && state.kind === 'reading' && (
          <PageBody>
            <Skeleton shape="lines" count={3} label={words.loading} />
            <Skeleton shape="card" count={3} />
          </PageBody>
        )}
        {submission === null && state.kind === 'missing' && (
          <CannotView
            title={words.notFound}
            message={words.notFoundMessage}
            onTryAgain={state.tryAgain}
            onBack={back}
          />
        )}
        {submission === null && state.kind === 'failed' && (
          <CannotView
            title={words.cannotView}
            message={state.message}
            onTryAgain={state.tryAgain}
            onBack={back}
          />
        )}
        {submission !== null && (
          <>
            <SubmissionBody submission={submission} onTryAgain={state.tryAgain} onBack={back} />
            <ActionBar>
              <Link
                className={buttonClass({ variant: 'secondary' })}
                to={href('submission', { id, edit: 'true' })}
              >
                <EditIcon />
                {words.edit}
              </Link>
              <Button
                variant="quiet"
                icon={<DeleteIcon />}
                busy={pendingDelete !== null}
                busyText={words.deleting}
                onClick={() => setAsking(true)}
              >
                {words.delete}
              </Button>
            </ActionBar>
          </>
        )}
      </Columns>
      <DeleteDialog
        submission={isAsking ? submission : null}
        onCancel={() => setAsking(false)}
        onConfirm={handleDelete}
      />
    </>
  )
}
