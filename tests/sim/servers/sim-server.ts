import type { Answer } from '../../../collections/schemas/submissions.ts'
import { fieldType, isFileField, markerField } from '../world/content.ts'

/** Who works with the phones. */
export const surveyors = ['asha', 'ravi'] as const
/** A surveyor, by the name of their login. */
export type Surveyor = (typeof surveyors)[number]

/** A server as the simulation sees it: our own, or one that knows only the spec's calls. */
export interface SimServer {
  readonly name: 'ours' | 'plain'
  readonly fetch: (request: Request) => Promise<Response>
  readonly origin: string
  readonly accounts: Readonly<Record<Surveyor, SimAccount>>
  readonly formId: string
  /** How it keeps what it is given. */
  readonly quirks: Quirks
  /** A surveyor's rows, read past the API. */
  readonly rows: (of: Surveyor) => Promise<readonly SimRow[]>
  readonly profile: (of: Surveyor) => Promise<SimProfile>
  readonly setForm: (state: FormState) => Promise<void>
  /** Notes what it has, as a backup does. */
  readonly backUp: () => Promise<void>
  /** Goes back to the last backup; without one nothing happens. Whether it went back. */
  readonly restore: () => Promise<boolean>
}

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

/** What a plain server makes of what it is given. */
export interface Quirks {
  /** Texts lose the space around them. */
  readonly trims: boolean
  /** So many decimals of a coordinate are kept; null for all. */
  readonly decimals: number | null
  /** Answers come back in another order. */
  readonly reorders: boolean
  /** What NUMBER fields hold comes back as a number. */
  readonly numbers: boolean
  /** Times come back in whole seconds: with a zone, without one, or as they were sent. */
  readonly times: 'seconds' | 'no zone' | 'as sent'
  readonly echoesTempId: boolean
}

/** A server that keeps everything as it was given. */
export const exact: Quirks = {
  trims: false,
  decimals: null,
  reorders: false,
  numbers: false,
  times: 'as sent',
  echoesTempId: true,
}

/** A row on the server, found by the marker that its interview was given. */
export interface SimRow {
  readonly id: string
  readonly marker: string
  /** As text, by field; lists as JSON. */
  readonly answers: Readonly<Record<string, string>>
  readonly latitude: number | null
  readonly longitude: number | null
  readonly files: readonly {
    readonly field: string
    readonly name: string
    readonly sha256: string
  }[]
}

/** An answer as a server may keep it: as text, lists as JSON. */
export const textOfAnswer = (answer: Answer | null): string =>
  answer === null ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer)

/** A row from what a server stored. */
export const toSimRow = (
  row: Omit<SimRow, 'marker' | 'answers'>,
  list: readonly { readonly form_field_id: string; readonly value: unknown }[],
): SimRow => {
  const answers = Object.fromEntries(
    list
      .filter(({ value }) => value !== null && value !== '' && value !== '[]')
      // Where an edit says of files what the server lists anyway.
      .filter(({ form_field_id }) => !isFileField(form_field_id))
      .map(({ form_field_id, value }) => [form_field_id, String(value)]),
  )
  return { ...row, answers, marker: answers[markerField] ?? '' }
}

/** Whether a server's text is what was given, as this server keeps answers of the field's type. */
export const isKept = (quirks: Quirks, fieldId: string, given: string, stored: string): boolean => {
  if (given === stored) return true
  if (quirks.numbers && fieldType(fieldId) === 'NUMBER') return Number(given) === Number(stored)
  return quirks.trims && given.trim() === stored.trim()
}

/** Whether a coordinate is what was given, as this server keeps coordinates. */
export const isKeptCoordinate = (
  { decimals }: Quirks,
  given: number | null,
  stored: number | null,
): boolean => {
  if (given === null || stored === null) return given === stored
  return decimals === null ? given === stored : Number(given.toFixed(decimals)) === stored
}
