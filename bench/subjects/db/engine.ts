import type { SubmissionRow } from '../../../replication/wire/answers.ts'

/** A database with submissions, as the bench uses it. Each engine implements it. */
export interface Engine {
  /** Opens everything that a start opens, in a fresh page. */
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
  /** Adds generated submissions as fast as possible, up to a number. */
  readonly fill: (from: number, to: number) => Promise<void>
  /** Writes a page of rows, as a refresh does. */
  readonly takeRows: (rows: readonly SubmissionRow[]) => Promise<void>
  /** The first 50 of a list from an index on. Returns how many there were. */
  readonly list: (what: ListName, from: number) => Promise<number>
  /** The number of all submissions, and of the unsent ones. */
  readonly counts: () => Promise<readonly [number, number]>
  /** Calls back when the newest 50 have changed, in this or another tab. */
  readonly watch: (changed: () => void) => Promise<void>
  /** Saves one finished interview durably. */
  readonly submit: (at: number) => Promise<void>
}

export type ListName = 'newest' | 'form' | 'pending'

/** Epoch ms of the newest generated submission. Each further one is a minute older. */
export const newestMs = Date.UTC(2026, 0, 1)
export const minuteMs = 60_000
/** The sort key of the lists, as in the product, so that every engine reads in ascending order. */
export const newestAt = (index: number): number => 9_999_999_999_999 - (newestMs - index * minuteMs)

export const formOf = (index: number): string => `form-${index % 5}`
export const isPending = (index: number): boolean => index % 5 === 0
export const idOf = (index: number): string => `row-${String(index).padStart(7, '0')}`
/** The form whose list is read. */
export const oneForm = 'form-3'

const answers = (index: number) =>
  Array.from({ length: 20 }, (_, n) => ({
    form_field_id: `field-${n}`,
    value: `answer ${n} of interview ${index}`,
    occurrence: 0,
  }))

/** A submission as the server sends it, with 20 answers. */
export const makeRow = (index: number): SubmissionRow => {
  const at = new Date(newestMs - index * minuteMs).toISOString()
  return {
    id: idOf(index),
    form_id: formOf(index),
    form_name: `Household survey ${index % 5}`,
    latitude: 12.97,
    longitude: 77.59,
    address: '12 Main Road, Rampura',
    city: 'Rampura',
    created_at: at,
    updated_at: at,
    answers: answers(index),
    rev: '1',
    deleted_at: '',
    client_key: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    tempId: '',
    located_after: null,
  }
}

export const answersOf = (index: number): Record<string, string> =>
  Object.fromEntries(answers(index).map(({ form_field_id, value }) => [form_field_id, value]))
