import type { DeleteOutcome } from '../../replication/submit.ts'
import { useWorkspace } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { bin } from '../messages/submissions/bin.ts'
import { deletion } from '../messages/submissions/submissions.ts'

// Loaded by the sync too, soon after the first rows, which do not wait for it.
const loadDelete = async () => (await import('../../replication/submit.ts')).deleteSubmission
const loadUndo = async () => (await import('../../replication/submit.ts')).undoDelete

/**
 * Deletes a submission and shows the outcome (8.39 to 8.41), with a button to undo it; false when the submission is
 * still there.
 */
export const useDelete = (
  wordsOf: (outcome: DeleteOutcome) => string,
): ((submissionId: string) => Promise<boolean>) => {
  const workspace = useWorkspace()
  const toaster = useToaster()

  const remove = async (submissionId: string): Promise<DeleteOutcome> => {
    const deleteSubmission = await loadDelete()
    return deleteSubmission(workspace, submissionId)
  }

  const undo = async (submissionId: string): Promise<void> => {
    try {
      const undoDelete = await loadUndo()
      const undone = await undoDelete(workspace, submissionId)
      if (undone.kind === 'gone') toaster.error(bin.undoGone)
      else if (undone.lostFiles === 0) toaster.success(bin.undone)
      else toaster.warning(bin.restored(undone.lostFiles))
    } catch {
      toaster.error(bin.undoFailed)
    }
  }

  return async submissionId => {
    const words = {
      pending: deletion.pending,
      success: wordsOf,
      error: deletion.failed,
      action: () => ({ label: bin.undo, onPress: () => void undo(submissionId) }),
    }
    try {
      await toaster.promise(remove(submissionId), words)
      return true
    } catch {
      // The toast has said that it failed.
      return false
    }
  }
}
