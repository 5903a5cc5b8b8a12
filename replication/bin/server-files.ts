import { submittedIn } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import { isFileList } from '../../collections/file-answers.ts'
import { fieldOfAnswerKey, keyFrom } from '../../collections/ids.ts'
import { storedBytes } from '../../collections/one-database/bytes.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import type { ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { hasBytes } from '../../collections/writes/write-files.ts'
import { planDeletion, toManifest } from '../../collections/writes/write-submission.ts'
import { certainAddressOf, nameIn, removedAddresses, subjectOf } from '../rows/listed-files.ts'

/** A file of a submission that the server lists, and under which address. */
export interface Listed {
  /** Its entry; that of a file of another device has the id under which it is kept here. */
  readonly file: ManifestFile
  readonly address: string
}

/** The files that only the server has. */
export const onlyOnServer = async (
  db: Database,
  submission: SubmissionDoc,
): Promise<readonly Listed[]> => {
  const lacking: Listed[] = []
  const bytes = storedBytes(db.file_uploads)
  for (const listed of await listedFiles(submission)) {
    if (!(await bytes.has(listed.file.id, fileData))) lacking.push(listed)
  }
  return lacking
}

/** Plans to hide a submission that the surveyor deleted. The deletion names the files that were kept for it. */
export const planDeletionWithFiles = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
): Promise<void> => {
  const submission = await submittedIn(transaction, db, submissionId)
  const kept: ManifestFile[] = []
  for (const { file } of submission === null ? [] : await listedFiles(submission)) {
    const stored = await transaction.read(db.file_uploads, file.id)
    if (stored !== null && (await hasBytes(transaction, db, file.id))) kept.push(toManifest(stored))
  }
  await planDeletion(transaction, db, submissionId, now, kept)
}

/** The files that the server lists: this device's under their ids, others under the id that they are kept under. */
const listedFiles = async (submission: SubmissionDoc): Promise<readonly Listed[]> => {
  const removed = new Set(removedAddresses(submission))
  const own = submission.files.flatMap((file): readonly Listed[] => {
    const address = file.removed === true ? undefined : certainAddressOf(file, submission)
    return address === undefined ? [] : [{ file, address }]
  })
  const claimed = new Set([...removed, ...own.map(({ address }) => address)])
  const others = Object.entries(submission.answers).flatMap(([key, answer]) =>
    (isFileList(answer) ? answer : [])
      .filter(address => !claimed.has(address))
      .map(address => ({ key, address })),
  )
  return [
    ...own,
    ...(await Promise.all(
      others.map(async ({ key, address }) => {
        const { fieldId, occurrence } = fieldOfAnswerKey(key)
        const file: ManifestFile = {
          id: await keyFrom(`${submission.id}|${key}|${subjectOf(address)}`),
          field_id: fieldId,
          field_type: '',
          ...(occurrence > 0 ? { occurrence } : {}),
          file_name: nameIn(address),
          file_type: '',
          file_size: 0,
        }
        return { file, address }
      }),
    )),
  ]
}
