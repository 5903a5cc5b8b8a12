import type { Database } from '../../../collections/database.ts'
import { keepAnswer, removeFile } from '../../../collections/write-interview.ts'
import { readAnswers, readFiles } from './follow-draft.ts'
import type { Opening } from './interview.ts'

/**
 * Makes a resumed draft what it was when it was opened: 'Discard Changes?' speaks of changes, and must not
 * cost the hours before. Only the named fields are touched, for another tab may work on the others.
 */
export const takeBackChanges = async (
  db: Database,
  opening: Opening,
  changed: ReadonlySet<string>,
  now: number,
): Promise<void> => {
  const { draft } = opening
  if (draft === null) return
  const valueBefore = new Map(opening.answers.map(answer => [answer.question_id, answer.value]))
  for (const answer of await readAnswers(db, draft.id)) {
    const id = answer.question_id
    if (!changed.has(id)) continue
    // Later than what it takes back, or another tab would not believe it.
    const at = Math.max(now, answer.updated_at + 1)
    await keepAnswer(db, draft.id, id, valueBefore.get(id) ?? '', at)
  }
  const filesBefore = new Set(opening.files.map(({ id }) => id))
  for (const file of await readFiles(db, draft.id, null)) {
    if (changed.has(file.field_id) && !filesBefore.has(file.id)) await removeFile(db, file.id)
  }
}
