import type { Database } from '../../../../collections/database.ts'
import { discardDraft } from '../../../../collections/writes/write-work.ts'
import { removeFile } from '../../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../../collections/writes/write-interview.ts'
import { marked, repeatMarkId } from '../../../../collections/ids.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { slotOf } from './answer-merge.ts'
import { isGivenIn, isLiving, readAnswers, readFiles } from './follow-draft.ts'
import { sectionOfRepeatKey, slotId } from '../../../form/definition/form-shape.ts'
import { createOccurrences } from '../../../form/answers/occurrences.ts'
import type { Opening } from '../opening/opening.ts'
import type { DraftWriter } from './draft-writer.ts'

/**
 * Restores a draft to what it was when it was opened, because 'Discard Changes?' must not discard earlier work. Changes
 * only the named fields, because another tab may be editing the others. Deletes a draft that was begun and filled in
 * only here. When that fails, as on a full device, the writer goes on, because the surveyor may stay.
 */
export const undoChanges = async (
  db: Database,
  opening: Opening,
  writer: DraftWriter,
  changed: ReadonlySet<string>,
  now: number,
): Promise<void> => {
  await writer.stop()
  try {
    await undo(db, opening, writer, changed, now)
  } catch (error) {
    writer.resume()
    throw error
  }
}

const undo = async (
  db: Database,
  opening: Opening,
  writer: DraftWriter,
  changed: ReadonlySet<string>,
  now: number,
): Promise<void> => {
  const draft = writer.draft()
  // A draft that was submitted meanwhile has nothing to take back: its files belong to the submission.
  if (draft === null || !(await isLiving(db, draft))) return
  const stored = await readAnswers(db, draft.id)
  const files = (await readFiles(db, draft.id, null)).filter(({ id }) =>
    isGivenIn(opening.submission, id),
  )
  const begun = new Set(opening.submission === null ? opening.answers.map(slotOf) : [])
  const isOwn = (slot: string): boolean =>
    changed.has(slot) || begun.has(slot) || writer.hasKept(slot)
  if (opening.draft === null && [...stored.map(slotOf), ...files.map(slotOfFile)].every(isOwn)) {
    return discardDraft(db, draft.id)
  }
  // Of two answers to the same field, the later one counts.
  const answersBefore = [...opening.answers, ...(opening.edited ?? [])]
  const valueBefore = new Map(answersBefore.map(answer => [slotOf(answer), answer.value]))
  for (const [id, numbers] of occurrencesBefore(opening, answersBefore)) {
    const markId = repeatMarkId(sectionOfRepeatKey(id))
    for (const number of numbers) valueBefore.set(slotId(markId, number), marked)
  }
  const storedBefore = new Set((opening.edited ?? []).map(slotOf))
  const wasStored = (slot: string) => opening.submission === null || storedBefore.has(slot)
  for (const answer of stored) {
    const slot = slotOf(answer)
    if (!changed.has(slot)) continue
    // Later than the undone answer, because otherwise another tab would ignore it.
    const at = Math.max(now, answer.updated_at + 1)
    const { question_id, occurrence } = answer
    await keepAnswer(db, draft.id, question_id, valueBefore.get(slot) ?? '', at, occurrence)
    // Removed only now, because another tab would not notice that. A sent answer that stayed here would be sent again,
    // over a newer one.
    if (!wasStored(slot)) await db.form_responses.findOne(answer.id).incrementalRemove()
  }
  const filesBefore = new Set(opening.files.map(({ id }) => id))
  for (const file of files) {
    const isNew = changed.has(slotOfFile(file)) && !filesBefore.has(file.id)
    if (isNew) await removeFile(db, file.id)
  }
}

const slotOfFile = ({ field_id, occurrence }: FileUploadDoc): string => slotId(field_id, occurrence)

const occurrencesBefore = ({ form, files, submission }: Opening, answers: Opening['answers']) =>
  createOccurrences(form.template, answers, files, { isEdit: submission !== null }).current()
