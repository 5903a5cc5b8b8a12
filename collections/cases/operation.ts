/** What one interview does to one case. WARNING: persisted on devices and on the server, and sent between them. */
export interface CaseOperation {
  /** Names the interview and the place in it, so that a later version of the same operation replaces this one. */
  readonly key: string
  readonly act: CaseAct
  readonly seen: Seen
  /** When the interview was submitted, ISO 8601 UTC by the device's clock. */
  readonly at: string
  /** The case's label as the interview says it; '' leaves the label as it is. */
  readonly label: string
  /** The properties that it sets, without those that it only repeats. */
  readonly values: Readonly<Record<string, string>>
  /** The surveyor's name, or the office's. */
  readonly by: string
  /** The form of the interview; '' for the office. */
  readonly form_id: string
  /** The server's id of the interview; '' while no server has it, and for the office. */
  readonly submission_id: string
}

/** create: the interview registers the case. update: it visits one. */
export type CaseAct = 'create' | 'update'

/** What an interview had seen of a case when it was submitted. */
export interface Seen {
  /** The version of the case; 0 when it had seen nothing of it. */
  readonly version: number
  /** The keys of the operations that no other one had seen yet. */
  readonly heads: readonly string[]
}

/** An operation with the case that it is about. */
export interface CaseChange {
  readonly list: string
  readonly id: string
  readonly operation: CaseOperation
}

/** The property that holds the day of the next visit, `YYYY-MM-DD`. */
export const dueProperty = 'due'
