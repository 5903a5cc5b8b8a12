import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { isLiving } from '../interview/follow-draft.ts'
import type { LateParts } from './late-edit.ts'

/**
 * Adds stored files to the submission that their draft became on another screen, by an edit, because a file that no
 * document names is removed a day later. Returns false for a draft that lives, whose files need no document.
 */
export const addLateFiles = async (
  parts: LateParts,
  { form, leaving }: Pick<Interview, 'form' | 'leaving'>,
  draft: DraftDoc,
  files: readonly FileUploadDoc[],
): Promise<boolean> => {
  if (await isLiving(parts.db, draft)) return false
  if (leaving() === 'discarded') return true
  // It needs the code that sends, which the fill screen does not wait for.
  const { editLate } = await import('./late-edit.ts')
  await editLate(parts, form, draft, files)
  return true
}
