import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { canonical, pendingOperations, toBase } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { createKindReader, type FieldKinds } from '../field-kinds.ts'
import { keepFirstBody } from '../first-body.ts'
import { writeLogs, type LogWrite } from '../rest-crdt.ts'
import { rowToBase } from '../submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import { isKnownAs, readKnownInterviews, type KnownInterview } from './known-interviews.ts'
import { createDuplicateFinder, type DuplicateFinder } from './duplicate-rows.ts'

type Stored = RxDocumentData<SubmissionDoc>

/** How many rows are stored without a pause, because more would block the screen. */
const rowsAtOnce = 200

/**
 * Stores rows as new bases under the edits of their documents; an unchanged row is not written. An interview stays
 * one document here, also when its row has arrived without an answer to its request:
 *
 *   it is in the outbox ──► nothing is stored, the answer of its own request brings the row
 *   it is in Recovery ──► the same, and the entry's id is returned, to be put back into the outbox
 *   it is a draft ──► the row becomes a submission, and the draft notes its id: submitting the draft is an edit
 *   the row equals one that this phone sent ──► it is a duplicate (duplicate-rows.ts)
 *
 * A page is written in parts. A crash in between repeats it, because the cursor is written after the page.
 */
export const takeRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<readonly string[]> => {
  // Most pages list only rows that have their documents: then the unsent interviews are not read.
  let reading: Promise<readonly KnownInterview[]> | null = null
  const known = () => (reading ??= readKnownInterviews(db))
  const duplicates = await createDuplicateFinder(db)
  const kindsOf = createKindReader(db)
  const arrived = new Set<string>()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const found = await takeSome(db, rows.slice(at, at + rowsAtOnce), {
      known,
      duplicates,
      kindsOf,
    })
    for (const id of found) arrived.add(id)
  }
  await duplicates.keep()
  return [...arrived]
}

interface TakeContext {
  readonly known: () => Promise<readonly KnownInterview[]>
  readonly duplicates: DuplicateFinder
  readonly kindsOf: (formId: string) => Promise<FieldKinds>
}

const takeSome = async (
  db: Database,
  rows: readonly SubmissionRow[],
  { known, duplicates, kindsOf }: TakeContext,
): Promise<readonly string[]> => {
  const storedById = await storedForRows(db, rows)
  const writes: LogWrite<SubmissionDoc>[] = []
  const arrived: string[] = []
  for (const row of rows) {
    const kinds = await kindsOf(row.form_id)
    const stored = storedById.get(row.id) ?? null
    if (stored?._deleted) continue
    if (stored === null) {
      const own = (await known()).find(interview => isKnownAs(interview, row, kinds))
      if (own?.kind === 'recovery') arrived.push(own.id)
      if (own?.kind === 'outbox' || own?.kind === 'recovery') continue
      if (own?.kind === 'draft') await noteArrival(db, own.id, row.id)
      if (own === undefined && (await duplicates.isDuplicate(row, kinds))) continue
    }
    const base = keepFirstBody(rowToBase(row, stored, kinds), stored)
    if (stored !== null && (await hasBaseOf(stored, base))) continue
    const pending = stored === null ? [] : pendingOperations(stored.crdts)
    writes.push({ stored, log: { base, pending } })
  }
  await writeLogs(db.submissions, writes)
  return arrived
}

const hasBaseOf = async (stored: Stored, base: object): Promise<boolean> =>
  canonical((await toBase(base))[0]?.creator) ===
  canonical(stored.crdts.operations[0]?.[0]?.creator)

/** Notes on a draft that the server has its row, so that submitting the draft edits the row. */
const noteArrival = async (db: Database, draftId: string, serverId: string): Promise<void> => {
  const draft = await db.drafts.findOne(draftId).exec()
  await draft?.incrementalPatch({ arrived_as: serverId })
}

/** The documents of rows by server id; a document's own id may be the temporary one that it began with. */
const storedForRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<ReadonlyMap<string, Stored>> => {
  const ids = rows.map(({ id }) => id)
  const byServerId = await db.submissions
    .find({ selector: { server_id: { $in: ids } }, index: ['server_id'], limit: ids.length + 1 })
    .exec()
  const idOf = new Map(byServerId.map(doc => [doc.id, doc.server_id]))
  // Deleted documents are included, because they stay deleted while a page still lists their row.
  const stored = await db.submissions.storageInstance.findDocumentsById(
    [...new Set([...idOf.keys(), ...ids])],
    true,
  )
  return new Map(stored.map(doc => [idOf.get(doc.id) ?? (doc.server_id || doc.id), doc]))
}
