import { useState } from 'react'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { failureText } from '../../../messages/app/failure.ts'
import { copies as words } from '../../../messages/submissions/submission.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/cards/card.tsx'
import { DeleteIcon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import styles from './submission-body.module.css'

/** Loaded with the sync. */
const loadRemove = async () =>
  (await import('../../../../replication/attempt/remove-copies.ts')).removeCopies

/** Says that the server has copies of a submission, and removes them; nothing without copies. */
export function CopiesCard({
  submission: { id, copies = [] },
}: {
  submission: Pick<SubmissionDoc, 'id' | 'copies'>
}) {
  const { env } = useApp()
  const workspace = useWorkspace()
  const toaster = useToaster()
  const isOnline = useOnline(env.network)
  const [isBusy, setBusy] = useState(false)
  const count = copies.length
  if (count === 0) return null

  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      const removeCopies = await loadRemove()
      const removed = await removeCopies(workspace, id)
      if (removed.ok) toaster.success(words.removed(count))
      else toaster.error(failureText(removed.failure, words.failed))
    } catch {
      toaster.error(words.failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card>
      <Stack>
        <p>{words.title(count)}</p>
        {!isOnline && <p className={styles.description}>{words.offlineHint}</p>}
        <Button
          variant="secondary"
          icon={<DeleteIcon />}
          disabled={!isOnline}
          busy={isBusy}
          busyText={words.removing}
          onClick={() => void remove()}
        >
          {words.remove(count)}
        </Button>
      </Stack>
    </Card>
  )
}
