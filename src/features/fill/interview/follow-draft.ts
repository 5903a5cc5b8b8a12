import { filter, map, merge, switchMap, type Observable } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import { goesOn, type DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import { answersOf, filesOf } from '../../../../collections/queries.ts'
import type { ManifestFile, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { changesOf } from '../../../../collections/query.ts'
import { toAnswer } from '../../../form/answers/answer-shape.ts'
import { slotId } from '../../../form/definition/form-shape.ts'

/* Follows what this tab, another tab or the sync does to a draft on this device. */

/** Each newly written answer of a draft, and all of its answers when `reread$` emits. */
export const writtenAnswers$ = (
  db: Database,
  draftId: string,
  reread$: Observable<unknown>,
): Observable<FormResponseDoc> =>
  merge(
    changesOf(db.form_responses).pipe(
      filter(({ operation }) => operation !== 'DELETE'),
      map(({ documentData }) => documentData),
    ),
    // Reads all of them again, because a frozen tab misses the events of other tabs.
    reread$.pipe(
      switchMap(() => answersOf(draftId).build(db.form_responses).exec()),
      switchMap(docs => docs.map(doc => doc.toMutableJSON())),
    ),
  ).pipe(
    filter(answer => answer.submission_id === draftId),
    map(withReadableValue),
  )

const withReadableValue = (answer: FormResponseDoc): FormResponseDoc => ({
  ...answer,
  value: toAnswer(answer.value),
})

/** The answers of a draft. */
export const readAnswers = async (
  db: Database,
  draftId: string,
): Promise<readonly FormResponseDoc[]> => {
  const docs = await answersOf(draftId).build(db.form_responses).exec()
  return docs.map(doc => withReadableValue(doc.toMutableJSON()))
}

/** Emits when a file of an interview is added or removed. */
export const filesChanged$ = (db: Database, id: string): Observable<unknown> =>
  filesOf(id).build(db.file_uploads).$

/**
 * The files of an interview, oldest first: for an edit those of its submission, then those of the draft. A submission's
 * file that is no longer on the device has only the data of its entry in the submission.
 */
export const readFiles = async (
  db: Database,
  draftId: string,
  submission: SubmissionDoc | null,
): Promise<readonly FileUploadDoc[]> => {
  const own = await readOwned(db, draftId)
  if (submission === null) return own
  const stored = new Map(own.map(file => [file.id, file]))
  const named = submission.files.filter(({ removed }) => removed !== true)
  const sent = named.map(file => stored.get(file.id) ?? sentFile(submission.id, file))
  return [...sent, ...own.filter(({ id }) => isGivenIn(submission, id))]
}

/** Whether a file was given in the work on an interview, and is none of those that it was submitted with. */
export const isGivenIn = (submission: SubmissionDoc | null, fileId: string): boolean =>
  submission === null || submission.files.every(({ id }) => id !== fileId)

/**
 * The files under an interview's id. While a whole one is filled in, all are its own; otherwise those that only a refused
 * edit in Recovery has are not.
 */
const readOwned = async (db: Database, ownerId: string): Promise<readonly FileUploadDoc[]> => {
  const docs = await filesOf(ownerId).build(db.file_uploads).exec()
  const [owner] = await db.submissions.storageInstance.findDocumentsById([ownerId], false)
  const listed = new Set(owner?.files.map(({ id }) => id))
  const refused = new Set(owner?.refusals?.flatMap(({ file_ids }) => file_ids))
  return docs
    .map(doc => doc.toMutableJSON())
    .filter(({ id }) => owner?.work?.isWhole === true || listed.has(id) || !refused.has(id))
    .sort((a, b) => a.created_at - b.created_at || a.id.localeCompare(b.id))
}

/** A file of a submission by its entry alone. */
export const sentFile = (submissionId: string, file: ManifestFile): FileUploadDoc => ({
  ...file,
  submission_id: submissionId,
  field_name: '',
  occurrence: file.occurrence ?? 0,
  sha256: '',
  sync_status: 'synced',
  created_at: 0,
  synced_at: 0,
})

/** Groups files by the field, or the occurrence of it, that they belong to. */
export const groupBySlot = (
  files: readonly FileUploadDoc[],
): ReadonlyMap<string, readonly FileUploadDoc[]> => {
  const filesBySlot = new Map<string, FileUploadDoc[]>()
  for (const file of files) {
    const slot = slotId(file.field_id, file.occurrence)
    const members = filesBySlot.get(slot) ?? []
    members.push(file)
    filesBySlot.set(slot, members)
  }
  return filesBySlot
}

/** Whether a draft is still being filled in, as the storage has it. */
export const isLiving = async (db: Database, draft: DraftDoc): Promise<boolean> => {
  const [stored] = await db.submissions.storageInstance.findDocumentsById([draft.id], false)
  return goesOn(draft, stored?.work)
}

/** Emits when the work on an interview ends: submitted or discarded, also where an edit of it has begun since. */
export const draftGone$ = (db: Database, draftId: string): Observable<unknown> =>
  changesOf(db.submissions).pipe(
    filter(({ documentId }) => documentId === draftId),
    filter(
      ({ operation, documentData, previousDocumentData: before }) =>
        before?.work !== undefined &&
        (operation === 'DELETE' ||
          documentData.work === undefined ||
          (before.work.isWhole && !documentData.work.isWhole)),
    ),
  )
