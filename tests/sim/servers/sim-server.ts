import type { Review } from '../../../replication/wire/review.ts'
import type { CaseRow } from '../../../replication/wire/cases.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { answerKey } from '../../../collections/ids.ts'
import { fieldType, isFileField, markerField } from '../world/content.ts'
import { isMemberField } from '../world/members.ts'

/** The surveyors of the simulation. */
export const surveyors = ['asha', 'ravi'] as const
/** A surveyor, by the name of their login. */
export type Surveyor = (typeof surveyors)[number]

/** A server in the simulation: our own, or one with only the spec's calls. */
export interface SimServer {
  readonly name: 'ours' | 'plain'
  readonly fetch: (request: Request) => Promise<Response>
  readonly origin: string
  readonly accounts: Readonly<Record<Surveyor, SimAccount>>
  readonly formId: string
  /** Its habits with stored data. */
  readonly quirks: Quirks
  /** A surveyor's rows, read directly. */
  readonly rows: (of: Surveyor) => Promise<readonly SimRow[]>
  readonly profile: (of: Surveyor) => Promise<SimProfile>
  /** Whether interviews register and visit cases. */
  readonly hasCases: boolean
  /** The cases that it lists; null for a server that lists none. */
  readonly cases: SimCases | null
  /** Its office; null for a server without one. */
  readonly reviews: SimReviews | null
  readonly setForm: (state: FormState) => Promise<void>
  /** Makes a backup. */
  readonly backUp: () => Promise<void>
  /** Restores the last backup. Returns false when there is none. */
  readonly restore: () => Promise<boolean>
}

/** The cases of a server, and what its office does with them. */
export interface SimCases {
  /** Those of a surveyor. */
  readonly listedTo: (of: Surveyor) => Promise<readonly CaseRow[]>
  /** Where what it keeps of cases is not what its interviews say. */
  readonly problems: () => Promise<readonly string[]>
  readonly give: (id: string, to: Surveyor) => Promise<void>
  readonly share: (isShared: boolean) => Promise<void>
}

/** What two reviewers say of rows; `who` is one of them. */
export interface SimReviews {
  /** What they said, by row; what a restore lost is not in it. */
  readonly said: () => readonly { readonly rowId: string; readonly id: string }[]
  readonly read: (
    of: Surveyor,
    rowId: string,
  ) => Promise<{ readonly rev: string; readonly review: Review | null } | null>
  readonly comment: (of: Surveyor, rowId: string, text: string, who: 0 | 1) => Promise<number>
  readonly decide: (
    of: Surveyor,
    rowId: string,
    state: Review['state'],
    rev: string,
    who: 0 | 1,
  ) => Promise<number>
}

/** Whether a case could be read. */
export const isCaseRow = (row: CaseRow | null): row is CaseRow => row !== null

export interface SimAccount {
  readonly userId: string
  readonly token: string
  readonly email: string
  readonly firstName: string
}

export interface SimProfile {
  readonly first_name: string
  readonly phone_number: string
}

export type FormState = 'published' | 'draft' | 'deleted'

/** The habits of a plain server. */
export interface Quirks {
  /** Texts are trimmed. */
  readonly trims: boolean
  /** How many decimals of a coordinate are kept; null for all. */
  readonly decimals: number | null
  /** Answers come back in another order. */
  readonly reorders: boolean
  /** NUMBER answers come back as numbers. */
  readonly numbers: boolean
  /** Times come back in whole seconds: with a zone, without one, or as sent. */
  readonly times: 'seconds' | 'no zone' | 'as sent'
  readonly echoesTempId: boolean
}

/** A server that changes nothing. */
export const exact: Quirks = {
  trims: false,
  decimals: null,
  reorders: false,
  numbers: false,
  times: 'as sent',
  echoesTempId: true,
}

/** A row on the server, identified by its interview's marker. */
export interface SimRow {
  readonly id: string
  readonly marker: string
  /** As text, by answer key; lists as JSON. */
  readonly answers: Readonly<Record<string, string>>
  readonly latitude: number | null
  readonly longitude: number | null
  readonly files: readonly {
    readonly field: string
    readonly name: string
    readonly sha256: string
  }[]
}

/** An answer in the stored form: as text, lists as JSON. */
export const textOfAnswer = (answer: Answer | null): string =>
  answer === null ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer)

/** A row from a server's stored data. */
export const toSimRow = (
  row: Omit<SimRow, 'marker' | 'answers'>,
  list: readonly {
    readonly form_field_id: string
    readonly value: unknown
    readonly occurrence?: number
  }[],
): SimRow => {
  const counted = new Map<string, number>()
  /** A server that stores no numbers of occurrences has them in their order. */
  const keyOf = ({ form_field_id: id, occurrence }: (typeof list)[number]): string => {
    const count = counted.get(id) ?? 0
    counted.set(id, count + 1)
    return isMemberField(id) ? answerKey(id, occurrence ?? count) : id
  }
  const answers = Object.fromEntries(
    list
      .map(entry => [keyOf(entry), entry.value] as const)
      .filter(([, value]) => value !== null && value !== '' && value !== '[]')
      // An edit may contain file fields, which the server lists anyway.
      .filter(([key]) => !isFileField(key))
      .map(([key, value]) => [key, String(value)]),
  )
  return { ...row, answers, marker: answers[markerField] ?? '' }
}

/** Whether a stored text equals the original, apart from this server's habits for the field's type. */
export const isKept = (quirks: Quirks, fieldId: string, given: string, stored: string): boolean => {
  if (given === stored) return true
  if (quirks.numbers && fieldType(fieldId) === 'NUMBER') return Number(given) === Number(stored)
  return quirks.trims && given.trim() === stored.trim()
}

/** Whether a stored coordinate equals the original, apart from this server's habits. */
export const isKeptCoordinate = (
  { decimals }: Quirks,
  given: number | null,
  stored: number | null,
): boolean => {
  if (given === null || stored === null) return given === stored
  return decimals === null ? given === stored : Number(given.toFixed(decimals)) === stored
}
