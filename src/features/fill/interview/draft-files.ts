import { marked, takenFileMark, takenFileOf } from '../../../../collections/ids.ts'
import type { Database } from '../../../../collections/database.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import { removeFile } from '../../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../../collections/writes/write-interview.ts'
import { slotId } from '../../../form/definition/form-shape.ts'
import type { Opening } from '../opening/opening.ts'
import type { AnswerSlot, DraftWriter } from './draft-writer.ts'
import { isGivenIn, readFiles } from './follow-draft.ts'

/**
 * Files that a draft takes out, its own and those of the submission that it edits. They stay until it is submitted, so
 * the draft marks them, in the way in which it marks the occurrences of repeats: no reader takes such a mark for an
 * answer.
 */
interface TakenFiles {
  readonly has: (fileId: string) => boolean
  readonly add: (fileId: string) => void
  /** Takes over a written value; false when it marks no file. */
  readonly observe: (written: Pick<FormResponseDoc, 'question_id' | 'value'>) => boolean
}

/** Where the mark of a file is stored. */
const takenMark = (fileId: string): AnswerSlot => {
  const fieldId = takenFileMark(fileId)
  return { id: slotId(fieldId, 0), fieldId, occurrence: 0 }
}

/** The files that a draft takes out, by its stored answers. */
export const createTakenFiles = (answers: readonly FormResponseDoc[]): TakenFiles => {
  const taken = new Set<string>()
  const observe: TakenFiles['observe'] = ({ question_id, value }) => {
    const fileId = takenFileOf(question_id)
    if (fileId === null) return false
    if (value === marked) taken.add(fileId)
    else taken.delete(fileId)
    return true
  }
  answers.forEach(observe)
  return { has: id => taken.has(id), add: id => taken.add(id), observe }
}

/** The stored files of an interview, without those that its draft takes out. */
export interface DraftFiles {
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
  const wasThere = ({ id }: FileUploadDoc): boolean =>
    !isGivenIn(submission, id) || files.some(file => file.id === id)
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
