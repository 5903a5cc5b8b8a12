import type { Database } from '../../../../collections/database.ts'
import { keepAnswer, removeFile } from '../../../../collections/writes/write-interview.ts'
import { marked, repeatMarkId } from '../../../../collections/ids.ts'
import { slotOf } from './answer-merge.ts'
import { readAnswers, readFiles } from './follow-draft.ts'
import { sectionOfRepeatKey, slotId } from '../../../form/definition/form-shape.ts'
import { createOccurrences } from '../../../form/answers/occurrences.ts'
import type { Opening } from '../opening/opening.ts'

/**
 * Restores a resumed draft to what it was when it was opened, because 'Discard Changes?' must not discard earlier work.
 * Changes only the named fields, because another tab may be editing the others.
 */
export const undoChanges = async (
  db: Database,
  opening: Opening,
  changed: ReadonlySet<string>,
  now: number,
): Promise<void> => {
  const { draft } = opening
  // A draft that was submitted meanwhile has nothing to take back: its files belong to the submission.
  if (draft === null || (await db.drafts.findOne(draft.id).exec()) === null) return
  // Of two answers to the same field, the later one counts.
  const answersBefore = [...opening.answers, ...(opening.edited ?? [])]
  const valueBefore = new Map(answersBefore.map(answer => [slotOf(answer), answer.value]))
  for (const [id, numbers] of occurrencesBefore(opening, answersBefore)) {
    const markId = repeatMarkId(sectionOfRepeatKey(id))
    for (const number of numbers) valueBefore.set(slotId(markId, number), marked)
  }
  for (const answer of await readAnswers(db, draft.id)) {
    const slot = slotOf(answer)
    if (!changed.has(slot)) continue
    // Later than the undone answer, because otherwise another tab would ignore it.
    const at = Math.max(now, answer.updated_at + 1)
    const { question_id, occurrence } = answer
    await keepAnswer(db, draft.id, question_id, valueBefore.get(slot) ?? '', at, occurrence)
  }
  const filesBefore = new Set(opening.files.map(({ id }) => id))
  for (const file of await readFiles(db, draft.id, null)) {
    const slot = slotId(file.field_id, file.occurrence)
    if (changed.has(slot) && !filesBefore.has(file.id)) await removeFile(db, file.id)
  }
}

const occurrencesBefore = ({ form, files, submission }: Opening, answers: Opening['answers']) =>
  createOccurrences(form.template, answers, files, { isEdit: submission !== null }).current()
