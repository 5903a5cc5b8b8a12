import { editDraftId } from '../../collections/ids.ts'
import { useWorkspace } from '../context.tsx'
import { useLiveDoc } from '../lib/hooks/use-live.ts'

/** Whether this device has an unsaved edit of a submission. */
export const useHasOpenEdit = (submissionId: string): boolean => {
  const { db } = useWorkspace()
  return Boolean(useLiveDoc(db, 'drafts', editDraftId(submissionId)))
}
