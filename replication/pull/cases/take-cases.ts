import type { WithDeleted } from 'rxdb'
import {
  baseOfCase,
  caseOperationKey,
  planCase,
  type CaseParts,
} from '../../../collections/interview/cases/case-log.ts'
import { ownStateOf } from '../../../collections/interview/cases/follow-interview.ts'
import { documentOf } from '../../../collections/interview/logged.ts'
import type { Database } from '../../../collections/database.ts'
import { pause } from '../../../collections/one-database/slices.ts'
import { transact, type Transaction } from '../../../collections/one-database/transaction.ts'
import { casesBefore, casesLacking } from '../../../collections/queries.ts'
import type { CaseDoc, OwnOperation } from '../../../collections/schemas/cases.ts'
import { planSetting, settingIn } from '../../../collections/writes/write-settings.ts'
import type { CaseRow } from '../../wire/cases.ts'
import { namedCases } from './named-cases.ts'

/** A case of the server as the document that RxDB pulls. */
export const asCaseDocument = (
  db: Database,
  { id, list, operations }: CaseRow,
  pass: number,
): Promise<WithDeleted<CaseDoc>> => {
  const base = Object.fromEntries(operations.map(one => [caseOperationKey(one.key), one]))
  return documentOf(db.cases, {
    base: { ...baseOfCase({ id, list, base, pass }), _deleted: false },
    pending: [],
  }) as Promise<WithDeleted<CaseDoc>>
}

/** A case that is no longer the surveyor's, or is gone, as a document. */
export const asCaseDeletion = (id: string): WithDeleted<CaseDoc> => ({
  ...(baseOfCase({ id, list: '-', base: {}, pass: 0 }) as CaseDoc),
  _deleted: true,
})

/** How many cases are stored at once, because a screen that is opened meanwhile waits for them. */
const casesAtOnce = 500

/** Takes a page: the server's operations under those of this device, and with the last of them the cursor. */
export const takeCases = async (
  db: Database,
  documents: readonly WithDeleted<CaseDoc>[],
  checkpoint: { readonly cursor: string; readonly pass: number },
): Promise<void> => {
  for (let at = 0; at < documents.length; at += casesAtOnce) {
    const part = documents.slice(at, at + casesAtOnce)
    await transact(async transaction => {
      await planPart(transaction, db, part, checkpoint.pass)
      if (at + casesAtOnce < documents.length) return
      const known = await settingIn(transaction, db, 'cases')
      await planSetting(transaction, db, 'cases', { ...known, ...checkpoint })
    })
    await pause()
  }
}

const planPart = async (
  transaction: Transaction,
  db: Database,
  documents: readonly WithDeleted<CaseDoc>[],
  pass: number,
): Promise<void> => {
  await transaction.ahead(
    db.cases,
    documents.map(({ id }) => id),
  )
  const named = documents.some(({ _deleted }) => _deleted)
    ? await namedCases(transaction, db)
    : new Set<string>()
  for (const { id, list, operations, _deleted } of documents) {
    await planCase(transaction, db, { id, list }, parts => {
      if (!_deleted) return { ...parts, list, base: operations, pass }
      return withoutServer(parts, named.has(id))
    })
  }
}

/** A case that the server does not list. What the surveyor works on with it stays until that is over. */
const withoutServer = (parts: CaseParts, isNamed: boolean): CaseParts =>
  isNamed || Object.keys(parts.own).length > 0
    ? { ...parts, pass: 0 }
    : { ...parts, base: {}, pass: 0 }

/** The most cases that are settled at the end of one fetch; the next one settles more. */
const settledAtOnce = 100_000

/**
 * Settles the cases after a fetch that reached the end: the operations of interviews that the server had before it began
 * are in its list, and what the pass did not bring is not the surveyor's.
 */
export const settleCases = async (db: Database, begun: number, pass: number): Promise<void> => {
  const ids = new Set<string>()
  for (const query of [casesLacking(settledAtOnce), casesBefore(pass, settledAtOnce)]) {
    const prepared = query.build(db.cases).getPreparedQuery()
    const { documents } = await db.cases.storageInstance.query(prepared)
    for (const { id } of documents) ids.add(id)
  }
  const all = [...ids]
  for (let at = 0; at < all.length; at += casesAtOnce) {
    const part = all.slice(at, at + casesAtOnce)
    await transact(async transaction => {
      await transaction.ahead(db.cases, part)
      const named = await namedCases(transaction, db)
      for (const id of part) await planSettled(transaction, db, id, { begun, pass, named })
    })
    await pause()
  }
}

const planSettled = async (
  transaction: Transaction,
  db: Database,
  id: string,
  { begun, pass, named }: { begun: number; pass: number; named: ReadonlySet<unknown> },
): Promise<void> => {
  const stored = await transaction.read(db.cases, id)
  if (stored === null) return
  const own: Record<string, OwnOperation> = {}
  for (const [key, known] of Object.entries(stored.own ?? {})) {
    const now = await asNow(transaction, db, known, begun)
    if (now.state !== 'confirmed' || now.pull >= begun) own[key] = now
  }
  await planCase(transaction, db, stored, parts => {
    const isLeft = ([key]: readonly [string, unknown]) => Object.hasOwn(own, key)
    const pending = Object.fromEntries(Object.entries(parts.pending).filter(isLeft))
    const next = { ...parts, own, pending }
    if (parts.pass === pass) return next
    // No list of the server will say what becomes of it.
    const over = Object.entries(parts.pending).filter(each => !isLeft(each))
    const base = Object.fromEntries(
      Object.entries({ ...parts.base, ...Object.fromEntries(over) }).flatMap(([key, operation]) =>
        operation === null ? [] : [[key, operation] as const],
      ),
    )
    return withoutServer({ ...next, base }, named.has(id))
  })
}

/** An operation that waits, confirmed if its interview does no more, whatever became of that. */
const asNow = async (
  transaction: Transaction,
  db: Database,
  known: OwnOperation,
  begun: number,
): Promise<OwnOperation> => {
  if (known.state === 'confirmed') return known
  const interview = await transaction.stored(db.submissions, known.interview)
  const state = ownStateOf(interview)
  return state === 'confirmed' ? { ...known, state, pull: begun } : known
}
