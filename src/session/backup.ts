import type { Database } from '../../collections/database.ts'
import {
  answersOf,
  filesWithStatus,
  recoveryEntries,
  unfinishedInterviews,
  unsentSubmissions,
} from '../../collections/queries.ts'
import { fileBytes } from '../../collections/write-interview.ts'
import { toBase64 } from '../lib/base64.ts'

/** Named in the file, so that a later version knows how to read it. WARNING: persisted outside the app. */
const backupFormat = 'transect-backup-1'

const everything = 100_000

/**
 * All work that no server has, as one JSON file: drafts with their answers, unsent submissions, Recovery,
 * and the photos and files of all of them in base64.
 */
export const backupOf = async (db: Database, madeAt: number): Promise<Blob> => {
  const drafts = await unfinishedInterviews(undefined, everything).build(db.drafts).exec()
  const submissions = [
    ...(await unsentSubmissions('pending').build(db.submissions).exec()),
    ...(await unsentSubmissions('deleted').build(db.submissions).exec()),
  ]
  const recovery = await recoveryEntries(everything).build(db.recovery).exec()
  // In pieces: with many photos the whole is larger than one text may be.
  const parts: string[] = [
    `{"format":${JSON.stringify(backupFormat)},"made_at":${JSON.stringify(new Date(madeAt).toISOString())},"drafts":[`,
  ]
  for (const [at, draft] of drafts.entries()) {
    const answers = await answersOf(draft.id).build(db.form_responses).exec()
    const whole = { ...draft.toJSON(), answers: answers.map(answer => answer.toJSON()) }
    parts.push(at === 0 ? '' : ',', JSON.stringify(whole))
  }
  parts.push(
    `],"submissions":${JSON.stringify(submissions.map(doc => doc.toJSON()))}`,
    `,"recovery":${JSON.stringify(recovery.map(doc => doc.toJSON()))},"files":[`,
  )
  parts.push(...(await filesAsJson(db)), ']}\n')
  return new Blob(parts, { type: 'application/json' })
}

const filesAsJson = async (db: Database): Promise<readonly string[]> => {
  const parts: string[] = []
  for (const status of ['pending', 'recovery'] as const) {
    for (const file of await filesWithStatus(status).build(db.file_uploads).exec()) {
      const bytes = await fileBytes(db, file.id)
      const data = bytes === null ? null : toBase64(new Uint8Array(await bytes.arrayBuffer()))
      parts.push(parts.length === 0 ? '' : ',', JSON.stringify({ ...file.toJSON(), data }))
    }
  }
  return parts
}
