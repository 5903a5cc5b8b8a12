import type { Database } from '../database.ts'
import { withoutAddresses } from '../file-answers.ts'
import { editDraftId, keyFrom } from '../ids.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { keepAnswers } from './reopen-recovered.ts'
import { freeTempId } from './write-interview.ts'

/**
 * An edit whose submission goes becomes an unfinished interview of its own: with all answers and files of the
 * submission, under the edit's, and with an id and a key that no server has seen. Answers first, then files,
 * the draft last: until then it is an edit still, and the next call goes on.
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
  for (const file of (await db.file_uploads.findByIds(ownFiles).exec()).values()) {
    await file.incrementalPatch({ submission_id: draft.id, sync_status: 'pending', synced_at: 0 })
  }
  await makeOwn(db, draft.id, now)
  return true
}

/** Makes a draft one of a new interview, under an id and a key that no server has seen. */
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
