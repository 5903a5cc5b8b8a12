import type { RxDocumentData } from 'rxdb'
import { operationsOf, type PlainAnswer } from '../../cases/interviewed.ts'
import type { CaseChange, CaseOperation } from '../../cases/operation.ts'
import type { Database } from '../../database.ts'
import { fieldOfAnswerKey } from '../../ids.ts'
import { transact, type Transaction } from '../../one-database/transaction.ts'
import { pendingOperations } from '../../operation-log.ts'
import { everySubmissionOf, fieldsOfVersion } from '../../queries.ts'
import type { OwnOperation } from '../../schemas/cases.ts'
import type { SettingValues } from '../../schemas/settings.ts'
import type { SubmissionDoc } from '../../schemas/submissions.ts'
import { currentUser } from '../../schemas/user-profile.ts'
import { caseBlocksIn, caseBlocksOf } from './case-blocks.ts'
import { caseOperationKey, hasOperations, planCase, type CaseParts } from './case-log.ts'

/**
 * Cases follow their interviews: whenever a submission is written, the operations that it makes are those that the cases
 * have of it, in the same transaction.
 *
 *   unsent, refused, stored ──► its operations count
 *   open, deleting, binned, gone ──► none of them does, also where the server's list still has them
 *   the server has the interview as it is here ──► its list of cases has the operations, too, from the next pull on
 */

/** A submission before and after a write; null where there was none. */
export interface Followed {
  readonly before: RxDocumentData<SubmissionDoc> | null
  readonly after: SubmissionDoc & { readonly _deleted?: boolean }
}

/** Plans what writes of submissions make of cases. Costs two look-ups for an interview whose form has none. */
export const planFollowing = async (
  transaction: Transaction,
  db: Database,
  written: readonly Followed[],
): Promise<void> => {
  const found: Change[] = []
  for (const pair of written) found.push(...(await changesOf(transaction, db, pair)))
  if (found.length === 0) return
  const begun = await begunPulls(transaction, db)
  // The list of cases brings what rows of a list say.
  const changes = begun === 0 ? found : found.filter(({ isListed }) => !isListed)
  await transaction.ahead(
    db.cases,
    changes.map(({ id }) => id),
  )
  for (const change of changes) {
    await planCase(transaction, db, change, parts => withChange(parts, change, begun))
  }
}

/** How many interviews are looked at in one transaction. */
const interviewsAtOnce = 500

/**
 * Has cases follow the interviews of a form whose definition comes after them. Those that the server lists the cases of need
 * nothing.
 */
export const followForm = async (db: Database, formId: string): Promise<void> => {
  const { definition_hash = '' } = (await db.forms.findOne(formId).exec()) ?? {}
  const fields = await fieldsOfVersion(definition_hash).build(db.form_questions).exec()
  if (caseBlocksIn(fields).length === 0) return
  const query = everySubmissionOf(formId).build(db.submissions)
  const { documents } = await db.submissions.storageInstance.query(query.getPreparedQuery())
  for (let at = 0; at < documents.length; at += interviewsAtOnce) {
    const ids = documents.slice(at, at + interviewsAtOnce).map(({ id }) => id)
    await transact(async transaction => {
      await transaction.ahead(db.submissions, ids)
      const written: Followed[] = []
      for (const id of ids) {
        const after = await transaction.read(db.submissions, id)
        if (after !== null) written.push({ before: null, after })
      }
      await planFollowing(transaction, db, written)
    })
  }
}

/** How many pulls of cases have begun on this device. */
const begunPulls = async (transaction: Transaction, db: Database): Promise<number> => {
  const setting = await transaction.read(db.settings, 'cases')
  return (setting?.value as SettingValues['cases'] | undefined)?.begun ?? 0
}

/** What becomes of one operation of an interview in one case. */
interface Change extends Pick<OwnOperation, 'interview' | 'state'> {
  readonly id: string
  readonly list: string
  readonly key: string
  /** Null where it no longer counts. */
  readonly operation: CaseOperation | null
  /** Whether a row has brought an interview that was not on the device. */
  readonly isListed: boolean
  /** Whether a list of the server may have the operation: it has the interview, and lists cases or is to delete it. */
  readonly mayBeListed: (begun: number) => boolean
}

const changesOf = async (
  transaction: Transaction,
  db: Database,
  { before, after }: Followed,
): Promise<readonly Change[]> => {
  const [from, to] = [before === null ? 'none' : standingOf(before), standingOf(after)]
  if (from === 'none' && to === 'none' && stateOf(before) === stateOf(after)) return []
  const made = to === 'none' ? [] : await madeBy(transaction, db, after)
  const earlier = before === null ? [] : await madeBy(transaction, db, before)
  const isMade = ({ id, operation }: CaseChange) =>
    made.some(one => one.id === id && one.operation.key === operation.key)
  const isListed = to === 'confirmed' && stateOf(before) === 'gone'
  const isSent = after.server_id !== '' || (before?.server_id ?? '') !== ''
  const asChange = ({ id, list, operation }: CaseChange) => ({
    id,
    list,
    operation,
    key: caseOperationKey(operation.key),
    interview: after.id,
    state: ownStateOf(after),
    isListed,
    mayBeListed: (begun: number) => isSent && (begun > 0 || stateOf(after) === 'deleting'),
  })
  return [
    ...earlier.filter(one => !isMade(one)).map(one => ({ ...asChange(one), operation: null })),
    ...made.map(asChange),
  ]
}

const stateOf = (doc: Pick<Followed['after'], '_deleted' | 'state'> | null): string =>
  doc === null || doc._deleted === true ? 'gone' : doc.state

/** Whether the server has what an interview says of cases, or that it says nothing any more. */
export const ownStateOf = (stored: Followed['after'] | null): OwnOperation['state'] => {
  const state = stored === null ? 'none' : standingOf(stored)
  if (state !== 'none') return state
  // The document no longer says that a deletion is to be sent.
  return stateOf(stored) === 'deleting' ? 'waits' : 'confirmed'
}

/** What an interview is to its cases; 'none' while its operations do not count. */
const standingOf = (doc: Followed['after']): OwnOperation['state'] | 'none' => {
  if (doc._deleted === true) return 'none'
  switch (doc.state) {
    case 'unsent':
      return 'waits'
    case 'refused':
      return 'refused'
    case 'stored':
      return pendingOperations(doc.crdts).length > 0 ? 'waits' : 'confirmed'
    case 'open':
    case 'deleting':
    case 'binned':
      return 'none'
  }
}

/** The key that the operations of an interview begin with. */
export const caseKeyOf = ({
  client_key,
  server_id,
}: Pick<SubmissionDoc, 'client_key' | 'server_id'>): string => client_key || server_id

/** Answers as cases read them. */
export const plainAnswers = (answers: SubmissionDoc['answers']): readonly PlainAnswer[] =>
  Object.entries(answers).map(([key, value]) => ({
    ...fieldOfAnswerKey(key),
    value: typeof value === 'string' ? value : value.join(' '),
  }))

/** The operations that an interview makes by its answers, whether they count or not. */
const madeBy = async (
  transaction: Transaction,
  db: Database,
  doc: SubmissionDoc,
): Promise<readonly CaseChange[]> => {
  const blocks = await caseBlocksOf(transaction, db, doc)
  if (blocks.length === 0) return []
  const surveyor = await transaction.read(db.user_profile, currentUser)
  return operationsOf(blocks, plainAnswers(doc.answers), {
    key: caseKeyOf(doc),
    at: doc.submittedAt || doc.created_at,
    by: surveyor?.full_name ?? '',
    form_id: doc.form_id,
    submission_id: doc.server_id,
  })
}

/** The parts of a case after a change of one operation. */
const withChange = (
  parts: CaseParts,
  { key, list, operation, interview, state, mayBeListed }: Change,
  begun: number,
): CaseParts | null => {
  const isPending = Object.hasOwn(parts.pending, key)
  // The list of cases has it, or the case is not the surveyor's any more.
  if (state === 'confirmed' && operation !== null && begun > 0 && !isPending) return null
  // The server leaves out what is about a case of another list.
  if (operation !== null && parts.list !== list && hasOperations(parts)) return null
  if (operation === null && !Object.hasOwn(parts.base, key) && !mayBeListed(begun)) {
    return withoutOwn(parts, key)
  }
  const known = parts.own[key]
  const isEarlier = known?.state === 'confirmed' && state === 'confirmed'
  const pull = state === 'confirmed' ? (isEarlier ? known.pull : begun) : 0
  return {
    ...parts,
    list: operation === null ? parts.list : list,
    pending: { ...parts.pending, [key]: operation },
    own: { ...parts.own, [key]: { interview, state, pull } },
  }
}

/** The parts without what this device says of an operation that no list of the server will have. */
const withoutOwn = ({ pending, own, ...parts }: CaseParts, without: string): CaseParts => {
  const isOther = ([key]: readonly [string, unknown]) => key !== without
  return {
    ...parts,
    pending: Object.fromEntries(Object.entries(pending).filter(isOther)),
    own: Object.fromEntries(Object.entries(own).filter(isOther)),
  }
}
