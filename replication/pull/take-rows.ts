import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { canonical, pendingOperations, toBase } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { createKindReader, type FieldKinds } from '../field-kinds.ts'
import { writeLogs, type LogWrite } from '../rest-crdt.ts'
import { rowToBase } from '../submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import { isKnownAs, readKnownInterviews, type KnownInterview } from './known-interviews.ts'
import { createTwinFinder, type TwinFinder } from './twins.ts'

type Stored = RxDocumentData<SubmissionDoc>

/** So many rows are handled without a pause: more at once would hold up the screen. */
const rowsAtOnce = 200

/**
 * Puts rows under the edits of their documents; unchanged rows cost nothing. An interview is one document here,
 * whoever brings its row:
 *
 *   it waits in the outbox ──► the row is left to the answer of its own request
 *   it is in Recovery ──► the same, and the entry's id is returned: it goes back to the outbox
 *   it is unfinished ──► the row becomes a submission, and the draft notes it: submitting it is an edit
 *   a row of this phone's own is equal to it ──► it is a spare one (twins.ts)
 *
 * A page is written bit by bit: a crash in the middle repeats it, because what was fetched is noted after it.
 */
export const takeRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<readonly string[]> => {
  const known = await readKnownInterviews(db)
  const twins = await createTwinFinder(db)
  const kindsOf = createKindReader(db)
  const arrived = new Set<string>()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const found = await takeSome(db, rows.slice(at, at + rowsAtOnce), { known, twins, kindsOf })
    for (const id of found) arrived.add(id)
  }
  await twins.keep()
  return [...arrived]
}

interface TakeContext {
  readonly known: readonly KnownInterview[]
  readonly twins: TwinFinder
  readonly kindsOf: (formId: string) => Promise<FieldKinds>
}

const takeSome = async (
  db: Database,
  rows: readonly SubmissionRow[],
  { known, twins, kindsOf }: TakeContext,
): Promise<readonly string[]> => {
  const storedById = await storedForRows(db, rows)
  const writes: LogWrite<SubmissionDoc>[] = []
  const arrived: string[] = []
  for (const row of rows) {
    const kinds = await kindsOf(row.form_id)
    const stored = storedById.get(row.id) ?? null
    if (stored?._deleted) continue
    if (stored === null) {
      const own = known.find(interview => isKnownAs(interview, row, kinds))
      if (own?.kind === 'recovery') arrived.push(own.id)
      if (own?.kind === 'outbox' || own?.kind === 'recovery') continue
      if (own?.kind === 'draft') await noteArrival(db, own.id, row.id)
      if (own === undefined && (await twins.isSpare(row, kinds))) continue
    }
    const base = rowToBase(row, stored, kinds)
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

/** Notes on a draft that the server has the interview: submitting it changes that row. */
const noteArrival = async (db: Database, draftId: string, serverId: string): Promise<void> => {
  const draft = await db.drafts.findOne(draftId).exec()
  await draft?.incrementalPatch({ arrived_as: serverId })
}

/** The documents of rows, by the server's id: under it, or under the temporary id they began with. */
const storedForRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<ReadonlyMap<string, Stored>> => {
  const ids = rows.map(({ id }) => id)
  const byServerId = await db.submissions
    .find({ selector: { server_id: { $in: ids } }, index: ['server_id'], limit: ids.length + 1 })
    .exec()
  const idOf = new Map(byServerId.map(doc => [doc.id, doc.server_id]))
  // Documents buried here stay buried, also when a page still lists their row.
  const stored = await db.submissions.storageInstance.findDocumentsById(
    [...new Set([...idOf.keys(), ...ids])],
    true,
  )
  return new Map(stored.map(doc => [idOf.get(doc.id) ?? (doc.server_id || doc.id), doc]))
}
