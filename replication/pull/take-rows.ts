import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { pause, sliceLength } from '../../collections/one-database/slices.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import {
  baseFields,
  canonical,
  pendingOperations,
  type Operations,
} from '../../collections/operation-log.ts'
import { submissionsByServerIds, visibleSubmissions } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { arrivalsIn, planArrival } from './arrivals.ts'
import { createKindReader, type FieldKinds } from '../rows/field-kinds.ts'
import { planApart, type NewBase } from '../occurrences/keep-apart.ts'
import { isSubmitted, planMoves } from '../../collections/interview/plan-move.ts'
import { asSent, type NextLog } from '../../collections/interview/logged.ts'
import { interviewOfRow } from '../rows/find-interview.ts'
import { rowToBase } from '../rows/submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import { readKnownInterviews, type KnownInterview } from './known-interviews.ts'
import { hasOwnSubmissions, planCopy } from './copies.ts'

type Stored = RxDocumentData<SubmissionDoc>

/** How many rows are stored at once, because a list that is opened meanwhile waits for them. */
const rowsAtOnce = 500

/**
 * Stores rows as new bases under the edits of their documents; an unchanged row is not written. An interview stays
 * one document here, also when its row has arrived without an answer to its request:
 *
 *   it is in the outbox ──► nothing is stored, the answer of its own request brings the row; a list of changes is that
 *                           answer if the request was sent (settle/settle-listed.ts)
 *   it is in Recovery ──► the same, and `end` gets the entry's id, to put it back into the outbox
 *   it is open ──► it is stored from now on, and what is being filled in becomes an edit of it
 *   the row is a further one of a submission ──► it is noted there as a copy (copies.ts)
 *
 * A page is written in parts, the last one with what `end` plans, such as the cursor. A crash in between repeats it.
 */
export const takeRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
  end: PageEnd = async () => {},
): Promise<void> => {
  const kindsOf = createKindReader(db)
  const arrived = new Set<string>()
  for (let at = 0; at === 0 || at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce)
    await transact(async transaction => {
      for (const id of await planRows(transaction, db, part, kindsOf)) {
        arrived.add(id)
      }
      if (at + rowsAtOnce < rows.length) return
      await end(transaction, [...arrived])
    })
  }
}

/** Plans what belongs to the end of a page. `arrived` are the entries of Recovery whose rows the page lists. */
type PageEnd = (transaction: Transaction, arrived: readonly string[]) => Promise<void>

/** Plans to take rows; returns the entries of Recovery whose rows they are. */
const planRows = async (
  transaction: Transaction,
  db: Database,
  rows: readonly SubmissionRow[],
  kindsOf: (formId: string) => Promise<FieldKinds>,
): Promise<readonly string[]> => {
  // Most pages list only rows that have their documents: then the unsent interviews are not read.
  let known: Promise<readonly KnownInterview[]> | null = null
  let hasOwn: Promise<boolean> | null = null
  // Before the documents are looked up, because a backup that adds one in between raises it.
  const seen = await arrivalsIn(transaction, db)
  const storedById = await storedForRows(transaction, db, rows)
  const arrived: string[] = []
  const logs: NextLog<SubmissionDoc>[] = []
  let isArrival = false
  for (const [at, row] of rows.entries()) {
    if (at % sliceLength === sliceLength - 1) await pause()
    const kinds = await kindsOf(row.form_id)
    const found = storedById.get(row.id) ?? null
    if (found !== null && !isOf(row, found)) continue
    let open: Stored | null = null
    if (found === null) {
      known ??= readKnownInterviews(transaction, db)
      const own = interviewOfRow(row, await known, kinds)
      if (own?.kind === 'recovery') arrived.push(own.id)
      if (own?.kind === 'outbox' || own?.kind === 'recovery') continue
      // What is being filled in stays; its submission then edits the row.
      if (own?.kind === 'draft') open = await transaction.stored(db.submissions, own.id)
      // A server that stores the key makes one row per interview.
      if (own === undefined && row.client_key === '') {
        hasOwn ??= hasOwnSubmissions(transaction, db)
        if ((await hasOwn) && (await planCopy(transaction, db, row, kinds))) continue
      }
      isArrival = true
    }
    const stored = found ?? open
    const isEdited = stored !== null && pendingOperations(stored.crdts).length > 0
    const before = isEdited ? await asSent(db.submissions, stored, 0) : stored
    const read = rowToBase(row, before, kinds)
    const base = read.formName === '' ? await withTitle(transaction, db, read) : read
    if (stored !== null && hasFields(stored, base)) continue
    const pending = isEdited ? await planEdits(transaction, db, stored, { base, kinds }) : []
    logs.push({ base, pending })
  }
  await planMoves(transaction, db, 'listed', logs)
  if (isArrival) await planArrival(transaction, db, seen)
  return arrived
}

/** A base with the title of its form, because not every server names the form in a row. */
const withTitle = async <Base extends Partial<SubmissionDoc>>(
  transaction: Transaction,
  db: Database,
  base: Base,
): Promise<Base> => {
  const form = await transaction.read(db.forms, base.form_id ?? '')
  return form === null ? base : { ...base, formName: form.title }
}

/** Names the submissions of a form whose rows came before it. */
export const nameRows = async (db: Database, formId: string): Promise<void> => {
  const docs = await visibleSubmissions({ formId }, 100_000).build(db.submissions).exec()
  const nameless = docs.filter(({ formName }) => formName === '').map(({ id }) => id)
  for (let at = 0; at < nameless.length; at += rowsAtOnce) {
    await transact(async transaction => {
      const logs: NextLog<SubmissionDoc>[] = []
      for (const id of nameless.slice(at, at + rowsAtOnce)) {
        const stored = await transaction.stored(db.submissions, id)
        const base = isSubmitted(stored) ? baseFields<SubmissionDoc>(stored.crdts) : null
        if (!isSubmitted(stored) || base === null) continue
        const pending = pendingOperations(stored.crdts)
        logs.push({ base: await withTitle(transaction, db, base), pending })
      }
      await planMoves(transaction, db, 'listed', logs)
    })
  }
}

/** The edits of a document for a new base. */
const planEdits = async (
  transaction: Transaction,
  db: Database,
  stored: Stored,
  next: Pick<NewBase, 'base' | 'kinds'>,
): Promise<readonly Operations[]> => {
  const item = await transaction.read(db.outbox, submissionItemId(stored.id))
  const isUnsent = item === null || item.sentOps === 0
  return planApart(transaction, db, stored, { ...next, isUnsent })
}

/** Whether a row is that of a document with its id: not of one that ended, and that may have been restored since. */
const isOf = (row: SubmissionRow, stored: Stored | undefined): boolean =>
  isSubmitted(stored) && stored.server_id === row.id

/** Whether the base of a document says just this. */
const hasFields = (stored: Stored, base: object): boolean =>
  canonical(baseFields(stored.crdts)) === canonical(base)

/** The documents of rows by server id; a document's own id may be another one, such as a temporary one. */
const storedForRows = async (
  transaction: Transaction,
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<ReadonlyMap<string, Stored>> => {
  const found = new Map<string, Stored>()
  const look = async (documentIds: readonly string[]) => {
    await transaction.ahead(db.submissions, documentIds)
    for (const id of documentIds) {
      // Those that ended are included, because they stay as they are while a page still lists their row.
      const doc = await transaction.stored(db.submissions, id)
      if (doc === null) continue
      if (isSubmitted(doc) && doc.server_id !== '') found.set(doc.server_id, doc)
      // A row under the id of a document that has another row by now, or none, must not replace it.
      if (!found.has(id)) found.set(id, doc)
    }
  }
  const ids = rows.map(({ id }) => id)
  await look(ids)
  const others = rows.filter(row => !isOf(row, found.get(row.id))).map(({ id }) => id)
  if (others.length === 0) return found
  const byServerId = await transaction.find(
    db.submissions,
    submissionsByServerIds(others, ids.length + 1),
  )
  await look(byServerId.map(({ id }) => id))
  return found
}
