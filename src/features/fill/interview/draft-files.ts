import { marked } from '../../../../collections/ids.ts'
import type { Database } from '../../../../collections/database.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { removeFile } from '../../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../../collections/writes/write-interview.ts'
import type { Opening } from '../opening/opening.ts'
import type { DraftWriter } from './draft-writer.ts'
import { readFiles } from './follow-draft.ts'
import { createTakenFiles, takenMark, type TakenFiles } from './taken-files.ts'

/** The stored files of an interview, without those that its draft takes out. */
interface DraftFiles {
  readonly taken: TakenFiles
  readonly among: (files: readonly FileUploadDoc[]) => readonly FileUploadDoc[]
  readonly read: () => Promise<readonly FileUploadDoc[]>
  /** Takes a file out; `stamp` returns the time of its mark, epoch ms. */
  readonly takeOut: (file: FileUploadDoc, stamp: (slotId: string) => number) => Promise<void>
}

/** Makes the files of one interview. */
export const createDraftFiles = (
  db: Database,
  { answers, edited = [], files, submission }: Opening,
  writer: DraftWriter,
): DraftFiles => {
  const taken = createTakenFiles([...answers, ...edited])
  const among: DraftFiles['among'] = all => all.filter(({ id }) => !taken.has(id))
  const wasThere = ({ id, submission_id }: FileUploadDoc): boolean =>
    submission_id === submission?.id || files.some(file => file.id === id)
  return {
    taken,
    among,
    read: async () => among(await readFiles(db, writer.draft()?.id ?? '', submission)),
    takeOut: async (file, stamp) => {
      if (wasThere(file)) {
        const { id } = await writer.begin()
        const mark = takenMark(file.id)
        // Written at once, because a file that takes this one's place may be ready after the screen was closed.
        await keepAnswer(db, id, mark.fieldId, marked, stamp(mark.id))
      } else await removeFile(db, file.id)
      taken.add(file.id)
    },
  }
}

/** Whether two lists have the same files with the same bytes, because a photo is made smaller in its place. */
export const sameFiles = (
  one: readonly FileUploadDoc[],
  other: readonly FileUploadDoc[],
): boolean =>
  one.length === other.length &&
  one.every(({ id, sha256 }, at) => id === other[at]?.id && sha256 === other[at].sha256)
