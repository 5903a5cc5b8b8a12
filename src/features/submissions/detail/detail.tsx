import { useState } from 'react'
import { Link, useNavigate, useParams } from '../../../lib/navigation.ts'
import { useBack } from '../../../lib/use-back.ts'
import { common, confirmWords } from '../../../messages/common.ts'
import { submission as words } from '../../../messages/submission.ts'
import { deletedHereText, deletion } from '../../../messages/submissions.ts'
import { href } from '../../../routes.tsx'
import { useDelete } from '../../../session/use-delete.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { DeleteIcon, EditIcon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ActionBar, PageBody } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CannotView } from './cannot-view.tsx'
import { SubmissionBody } from './submission-body.tsx'
import { useSubmission } from './use-submission.ts'

/** One submission and its answers (2.submission-detail). */
export function SubmissionScreen() {
  const id = useParams()['id'] ?? ''
  const back = useBack(href('submissions'))
  const state = useSubmission(id)
  const title = state.kind === 'found' ? state.submission.formName || common.untitledForm : null
  return (
    <>
      <PageHeader title={title ?? words.title} back={{ label: common.back, onPress: back }} />
      {state.kind === 'reading' && (
        <PageBody>
          <Skeleton shape="lines" count={3} label={words.loading} />
          <Skeleton shape="card" count={3} />
        </PageBody>
      )}
      {state.kind === 'missing' && (
        <CannotView
          title={words.notFound}
          message={words.notFoundMessage}
          onTryAgain={state.tryAgain}
          onBack={back}
        />
      )}
      {state.kind === 'failed' && (
        <CannotView
          title={words.cannotView}
          message={state.message}
          onTryAgain={state.tryAgain}
          onBack={back}
        />
      )}
      {state.kind === 'found' && (
        <>
          <SubmissionBody submission={state.submission} onTryAgain={state.tryAgain} onBack={back} />
          <Actions id={id} submissionId={state.submission.id} />
        </>
      )}
    </>
  )
}

function Actions({ id, submissionId }: { id: string; submissionId: string }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = useDelete(deletedHereText)

  const handleDelete = async () => {
    setAsking(false)
    setBusy(true)
    const isGone = await remove(submissionId)
    setBusy(false)
    if (isGone) void navigate(href('submissions'), { replace: true })
  }

  return (
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
        busy={isBusy}
        busyText={words.deleting}
        onClick={() => setAsking(true)}
      >
        {words.delete}
      </Button>
      <Confirm
        open={isAsking}
        type="destructive"
        title={deletion.title}
        message={deletion.message}
        words={confirmWords}
        onCancel={() => setAsking(false)}
        onConfirm={handleDelete}
      />
    </ActionBar>
  )
}
