import { editDraftId } from '../../collections/ids.ts'
import { useWorkspace } from '../context.tsx'
import { useLiveDoc } from '../lib/hooks/use-live.ts'

/** Whether an edit of a submission was begun here and not saved yet. */
export const useHasOpenEdit = (submissionId: string): boolean => {
  const { db } = useWorkspace()
  return Boolean(useLiveDoc(db, 'drafts', editDraftId(submissionId)))
}
