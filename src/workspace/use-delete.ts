import { deleteSubmission, type DeleteOutcome } from '../../replication/submit.ts'
import { useWorkspace } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { deletion } from '../messages/submissions.ts'

type Deleted = Exclude<DeleteOutcome, 'refused'>

/** Deletes a submission and says how it goes (8.39 to 8.41); false when it is still there. */
export const useDelete = (
  wordsOf: (outcome: Deleted) => string,
): ((submissionId: string) => Promise<boolean>) => {
  const workspace = useWorkspace()
  const toaster = useToaster()

  const remove = async (submissionId: string): Promise<Deleted> => {
    const outcome = await deleteSubmission(workspace, submissionId)
    if (outcome === 'refused') throw new Error(deletion.failed)
    return outcome
  }

  return async submissionId => {
    const words = { pending: deletion.pending, success: wordsOf, error: deletion.failed }
    try {
      await toaster.promise(remove(submissionId), words)
      return true
    } catch {
      // The toast has said it; a refused submission is shown again.
      return false
    }
  }
}
