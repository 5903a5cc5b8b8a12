import { filter, map, merge, switchMap, type Observable } from 'rxjs'
import type { Database } from '../../../collections/database.ts'
import type { FileUploadDoc } from '../../../collections/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/form-responses.ts'
import { answersOf, filesOf } from '../../../collections/queries.ts'

/*
 * What happens to a draft on this device, whoever did it: this tab, another tab, the sync.
 */

/** The answers of a draft that were just written, and all of them whenever `reread$` emits. */
export const writtenAnswers$ = (
  db: Database,
  draftId: string,
  reread$: Observable<unknown>,
): Observable<FormResponseDoc> =>
  merge(
    merge(db.form_responses.insert$, db.form_responses.update$).pipe(
      map(event => event.documentData),
    ),
    // A tab that was frozen has missed the events of the others.
    reread$.pipe(
      switchMap(() => answersOf(draftId).build(db.form_responses).exec()),
      switchMap(docs => docs.map(doc => doc.toMutableJSON())),
    ),
  ).pipe(filter(answer => answer.submission_id === draftId && answer.occurrence === 0))

/** The files of a draft, oldest first, by field; emits whenever one comes or goes. */
export const filesByField$ = (
  db: Database,
  ownerIds: readonly string[],
): Observable<ReadonlyMap<string, readonly FileUploadDoc[]>> =>
  merge(...ownerIds.map(id => filesOf(id).build(db.file_uploads).$)).pipe(
    switchMap(() => readFiles(db, ownerIds)),
    map(groupByField),
  )

/** The files of an interview, oldest first; an edit has those of its submission too. */
export const readFiles = async (
  db: Database,
  ownerIds: readonly string[],
): Promise<readonly FileUploadDoc[]> => {
  const lists = await Promise.all(ownerIds.map(id => filesOf(id).build(db.file_uploads).exec()))
  return lists
    .flat()
    .map(doc => doc.toMutableJSON())
    .sort((a, b) => a.created_at - b.created_at || a.id.localeCompare(b.id))
}

/** Files by the field they belong to. */
export const groupByField = (
  files: readonly FileUploadDoc[],
): ReadonlyMap<string, readonly FileUploadDoc[]> => {
  const filesByField = new Map<string, FileUploadDoc[]>()
  for (const file of files) {
    const members = filesByField.get(file.field_id) ?? []
    members.push(file)
    filesByField.set(file.field_id, members)
  }
  return filesByField
}

/** Emits when a draft leaves the device: submitted or discarded. */
export const draftGone$ = (db: Database, draftId: string): Observable<unknown> =>
  db.drafts.remove$.pipe(filter(event => event.documentId === draftId))
