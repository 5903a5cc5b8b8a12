import type { SubmissionFilter } from '../../../collections/queries.ts'
import { startOfWeek } from '../../lib/local-time.ts'

/** WARNING: persisted until the tab closes. */
const periods = ['today', 'week'] as const
/** A time until now that the list can be limited to. */
export type Period = (typeof periods)[number]

/** What the list shows; passed in the navigation's state when a submission is opened from it. */
export interface Listed {
  readonly formId: string | null
  readonly pendingOnly: boolean
  readonly period: Period | null
  readonly search: string
  /** Whether the submissions are on a map too, above the list. */
  readonly onMap: boolean
}

/** All submissions. */
export const everything: Listed = {
  formId: null,
  pendingOnly: false,
  period: null,
  search: '',
  onMap: false,
}

/** Reads what was stored or passed, whose content is untrusted; null when it is no such thing. */
export const asListed = (listed: unknown): Listed | null => {
  if (typeof listed !== 'object' || listed === null) return null
  const { formId, pendingOnly, period, search, onMap } = listed as Readonly<Record<string, unknown>>
  return {
    formId: typeof formId === 'string' ? formId : null,
    pendingOnly: pendingOnly === true,
    period: periods.find(known => known === period) ?? null,
    search: typeof search === 'string' ? search : '',
    onMap: onMap === true,
  }
}

/** Reads the navigation's state; without it the list shows all submissions. */
export const readListed = (state: unknown): Listed => {
  const { listed } = (typeof state === 'object' && state !== null ? state : {}) as {
    listed?: unknown
  }
  return asListed(listed) ?? everything
}

/** The rows of a list without its search; `todayMs` is the start of today. */
export const filterOf = (
  { formId, pendingOnly, period }: Omit<Listed, 'search' | 'onMap'>,
  todayMs: number,
): SubmissionFilter => ({
  formId: formId ?? undefined,
  pendingOnly,
  sinceMs: period === null ? undefined : period === 'today' ? todayMs : startOfWeek(todayMs),
})
