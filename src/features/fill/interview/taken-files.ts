import { marked, takenFileMark, takenFileOf } from '../../../../collections/ids.ts'
import { slotId } from '../../../form/definition/form-shape.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import type { AnswerSlot } from './draft-writer.ts'

/**
 * Files that a draft takes out, its own and those of the submission that it edits. They stay until it is submitted, so
 * the draft marks them, in the way in which it marks the occurrences of repeats: no reader takes such a mark for an
 * answer.
 */
export interface TakenFiles {
  readonly has: (fileId: string) => boolean
  readonly add: (fileId: string) => void
  /** Takes over a written value; false when it marks no file. */
  readonly observe: (written: Pick<FormResponseDoc, 'question_id' | 'value'>) => boolean
}

/** Where the mark of a file is stored. */
export const takenMark = (fileId: string): AnswerSlot => {
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
