import { caseHiddenBy, caseLacks, dueLength } from '../../schemas/cases.ts'
import type { CaseDoc, OwnOperation } from '../../schemas/cases.ts'
import { foldCase } from '../../cases/fold.ts'
import { dueProperty, type CaseOperation } from '../../cases/operation.ts'
import type { Database } from '../../database.ts'
import { answerKey } from '../../ids.ts'
import type { Transaction } from '../../one-database/transaction.ts'
import {
  baseFields,
  canonical,
  localFields,
  pendingOperations,
  updatesOf,
  type Operations,
} from '../../operation-log.ts'
import { newestOf } from '../../schemas/schema.ts'
import { documentOf, putLogged } from '../logged.ts'

/**
 * What a case consists of: the server's operations, and those of interviews of this device that its list need not have.
 * Everything else of the document follows from them.
 */
export interface CaseParts {
  readonly id: string
  readonly list: string
  /** The server's, by the keys that caseOperationKey makes. */
  readonly base: Readonly<Record<string, CaseOperation>>
  /** The pass that last listed it; 0 when the server does not list it. */
  readonly pass: number
  /** Those of this device by the same keys; null where the server's no longer counts. */
  readonly pending: Readonly<Record<string, CaseOperation | null>>
  /** Where each of them comes from. */
  readonly own: Readonly<Record<string, OwnOperation>>
}

/** The key of an operation within a document of `cases`. WARNING: persisted. */
export const caseOperationKey = (key: string): string => answerKey(key)

const path = 'operations.'

/** The parts of a stored case; a case without anything where there is none. */
const partsOf = (
  stored: Pick<CaseDoc, 'crdts' | 'list' | 'id'> | null,
  id: string,
  list: string,
): CaseParts => {
  if (stored === null) return { id, list, base: {}, pass: 0, pending: {}, own: {} }
  const { operations = {}, pass = 0 } = baseFields<CaseDoc>(stored.crdts) ?? {}
  const pending: Record<string, CaseOperation | null> = {}
  for (const { $set = {}, $unset = {} } of updatesOf(pendingOperations(stored.crdts))) {
    for (const [name, value] of Object.entries($set)) {
      pending[name.slice(path.length)] = value as CaseOperation
    }
    for (const name of Object.keys($unset)) pending[name.slice(path.length)] = null
  }
  const { own = {} } = localFields<CaseDoc>(stored.crdts)
  return { id, list: stored.list, base: operations, pass, pending, own }
}

/** The operations that count on this device, by their keys. */
const operationsIn = ({
  base,
  pending,
}: Pick<CaseParts, 'base' | 'pending'>): Readonly<Record<string, CaseOperation>> =>
  Object.fromEntries(
    Object.entries({ ...base, ...pending }).filter(
      (entry): entry is [string, CaseOperation] => entry[1] !== null,
    ),
  )

/** Whether any operation counts. */
export const hasOperations = (parts: Pick<CaseParts, 'base' | 'pending'>): boolean =>
  Object.keys(operationsIn(parts)).length > 0

/** Whether two operations do the same. Where the interview is stored does not matter, nor by whose clock it was made. */
const doSame = (one: CaseOperation | undefined, other: CaseOperation | null): boolean => {
  if (one === undefined || other === null) return one === undefined && other === null
  const of = ({ act, seen, label, values }: CaseOperation) =>
    canonical({ act, seen, label, values })
  return of(one) === of(other)
}

/**
 * The parts without what the server's list has too. What the server does not have as it is here stays, because a server that
 * was restored from a backup may list less at any time.
 */
const settled = (parts: CaseParts): CaseParts => {
  const isLeft = ([key]: readonly [string, unknown]) =>
    key in parts.pending &&
    (parts.own[key]?.state !== 'confirmed' || !doSame(parts.base[key], parts.pending[key] ?? null))
  return {
    ...parts,
    pending: Object.fromEntries(Object.entries(parts.pending).filter(isLeft)),
    own: Object.fromEntries(Object.entries(parts.own).filter(isLeft)),
  }
}

/** The fields that follow from operations. */
const derivedFrom = (operations: Readonly<Record<string, CaseOperation>>): Partial<CaseDoc> => {
  const { isRegistered, label, values, version, updated_at } = foldCase(Object.values(operations))
  return {
    label,
    values,
    version,
    due: (values[dueProperty] ?? '').slice(0, dueLength),
    hidden: isRegistered ? caseHiddenBy.nothing : caseHiddenBy.registration,
    newest: newestOf(updated_at),
  }
}

const lacksOf = (own: CaseParts['own']): number => {
  const states = Object.values(own).map(({ state }) => state)
  if (states.length === 0) return caseLacks.nothing
  return states.every(state => state === 'confirmed') ? caseLacks.list : caseLacks.interview
}

const asPending = ({ pending }: CaseParts): readonly Operations[] =>
  Object.entries(pending).map(([key, operation]): Operations => {
    const name = `${path}${key}`
    const ifMatch =
      operation === null ? { $unset: { [name]: '' as const } } : { $set: { [name]: operation } }
    // WARNING: persisted.
    return [{ creator: 'interview', time: 1, body: [{ ifMatch }] }]
  })

/** The fields of a case of which only the server's operations count. */
export const baseOfCase = ({
  id,
  list,
  base,
  pass,
}: Pick<CaseParts, 'id' | 'list' | 'base' | 'pass'>): Partial<CaseDoc> => ({
  id,
  list,
  operations: base,
  pass,
  lacks: caseLacks.nothing,
  ...derivedFrom(base),
})

/**
 * Plans to write what a case consists of now; `change` gets its parts, and null leaves it. A case of which nothing is left
 * is removed. Returns whether it is written.
 */
export const planCase = async (
  transaction: Transaction,
  db: Database,
  { id, list }: Pick<CaseParts, 'id' | 'list'>,
  change: (parts: CaseParts) => CaseParts | null,
): Promise<boolean> => {
  const stored = await transaction.read(db.cases, id)
  const before = partsOf(stored, id, list)
  const changed = change(before)
  if (changed === null) return false
  const next = settled(changed)
  if (canonical(before) === canonical(next)) return false
  const hasOwn = Object.keys(next.pending).length > 0
  if (!hasOwn && next.pass === 0 && Object.keys(next.base).length === 0) {
    await transaction.remove(db.cases, id)
    return stored !== null
  }
  const base = baseOfCase(next)
  const local = hasOwn
    ? { ...derivedFrom(operationsIn(next)), own: next.own, lacks: lacksOf(next.own) }
    : {}
  const document = await documentOf(db.cases, { base, pending: asPending(next), local })
  await putLogged(transaction, db.cases, document)
  return true
}
