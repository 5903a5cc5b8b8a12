import type { Database } from '../database.ts'
import { withoutAddresses } from '../file-answers.ts'
import { editDraftId, keyFrom } from '../ids.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { freeTempId, keepAnswers, moveFiles } from './write-interview.ts'

/**
 * Turns an edit whose submission disappears into an unfinished interview of its own, with all answers and files of
 * the submission and of the edit, and with an id and a key that no server has seen. Writes answers first, then
 * files, and the draft last: until then the draft is still an edit, and the next call continues.
 */
export const detachEdit = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<boolean> => {
  const draft = await db.drafts.findOne(editDraftId(submission.id)).exec()
  if (draft === null || draft.submission_id === '') return false
  const { files, answers } = submission
  const ownFiles = files.filter(({ removed }) => removed !== true).map(({ id }) => id)
  await keepAnswers(db, draft.id, withoutAddresses(answers, files), now)
  await moveFiles(db, ownFiles, draft.id)
  await makeOwn(db, draft.id, now)
  return true
}

/** Turns a draft into one of a new interview, with an id and a key that no server has seen. */
export const makeOwn = async (
  db: Database,
  draftId: string,
  now: number,
): Promise<DraftDoc | null> => {
  const draft = await db.drafts.findOne(draftId).exec()
  if (draft === null) return null
  const submit_as = await freeTempId(db, now)
  const client_key = await keyFrom(`${draftId}|${submit_as}`)
  const own = await draft.incrementalModify(data =>
    data.submission_id === '' && (data.arrived_as ?? '') === ''
      ? data
      : { ...data, submission_id: '', arrived_as: '', submit_as, client_key },
  )
  return own.toMutableJSON()
}
