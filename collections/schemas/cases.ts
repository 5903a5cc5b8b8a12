import type { RxJsonSchema } from 'rxdb'
import { getCRDTSchemaPart } from 'rxdb/plugins/crdt'
import type { CaseOperation } from '../cases/operation.ts'
import type { OperationLog } from '../operation-log.ts'
import {
  as,
  count,
  freeText,
  idText,
  map,
  optional,
  schemaVersion,
  small,
  text,
  timeMs,
  type DocOf,
} from './schema.ts'

/**
 * An operation of an interview of this device that the server's list of cases need not have yet. WARNING: persisted.
 *
 * waits: the server does not have the interview as it is here. refused: it is in Recovery. confirmed: the server has it.
 */
export interface OwnOperation {
  /** The id of the interview in `submissions`. */
  readonly interview: string
  readonly state: 'waits' | 'refused' | 'confirmed'
  /** The pull of cases that had last begun when the interview was confirmed; 0 before. */
  readonly pull: number
}

/** WARNING: persisted. Why a case is not in the lists, as a number because indexes begin with it. */
export const caseHiddenBy = { nothing: 0, registration: 1 } as const

/** WARNING: persisted. What the server lacks of a case, as a number because an index begins with it. */
export const caseLacks = { nothing: 0, list: 1, interview: 2 } as const

/** The most characters of `due` that are stored; a day has ten. */
export const dueLength = 40

const fields = {
  /** The id of the case, which the interview that registers it makes. */
  id: idText,
  list: idText,
  label: freeText,
  /** By property; a property that was never set is missing. */
  values: map<Readonly<Record<string, string>>>(),
  version: count,
  /** The property `due`, the day of the next visit, `YYYY-MM-DD`; '' for none. */
  due: text(dueLength),
  /** One of `caseHiddenBy`: a case without a registration is not shown. */
  hidden: small,
  /** The order of its list: by its last operation. */
  newest: timeMs,
  /** All its operations, by their keys as caseOperationKey makes them. */
  operations: map<Readonly<Record<string, CaseOperation>>>(),
  /** The pass over the server's cases that last listed it; 0 for a case that the server does not list, or no longer. */
  pass: small,
  /** The operations of interviews of this device, by the same keys, a note of this device; absent for none. */
  own: optional(map<Readonly<Record<string, OwnOperation>>>()),
  /**
   * One of `caseLacks`; follows from `own`. list: the server has all interviews, and its list may lack some of their
   * operations. interview: it lacks an interview.
   */
  lacks: small,
  crdts: as<OperationLog>(getCRDTSchemaPart()),
}

/**
 * A case: what interviews registered and have visited. Its operation log is `[the server's operations, …those of interviews
 * of this device, local notes]`, and every other field follows from the operations (interview/cases/case-log.ts).
 */
export type CaseDoc = DocOf<typeof fields>

/** How cases are stored: a CRDT whose document is the replay of its log. */
export const casesSchema: RxJsonSchema<CaseDoc> = {
  title: 'cases',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'list', 'due', 'hidden', 'newest', 'operations', 'pass', 'lacks', 'crdts'],
  indexes: [
    ['hidden', 'list', 'newest'],
    ['hidden', 'list', 'due', 'newest'],
    ['hidden', 'due', 'newest'],
    'lacks',
    'pass',
  ],
  crdt: { field: 'crdts' },
}
