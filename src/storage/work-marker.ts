import type { KeyValue } from '../env.ts'

/**
 * The amount of unsent work on a device, stored outside its database, so that the next start knows what was lost if the
 * browser deletes the database. Contains only counts and a time, no personal data.
 */
export interface WorkCount {
  readonly drafts: number
  readonly submissions: number
  readonly recovery: number
}

/** The number of unsent interviews. */
export const interviewsOf = ({ drafts, submissions, recovery }: WorkCount): number =>
  drafts + submissions + recovery

/** The unsent work of this device when it was last counted. */
export interface Marker extends WorkCount {
  /** When it was counted, epoch ms. */
  readonly at: number
}

/** WARNING: persisted; one entry for each surveyor's database, by its name. */
const key = 'stored_work'

const readAll = (local: Pick<KeyValue, 'get'>): Record<string, Marker> => {
  try {
    const stored: unknown = JSON.parse(local.get(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Marker>) : {}
  } catch {
    return {}
  }
}

const writeAll = (local: KeyValue, markers: Record<string, Marker>): void => {
  try {
    if (Object.keys(markers).length === 0) local.remove(key)
    else local.set(key, JSON.stringify(markers))
  } catch {
    // Storage is full or denied, so a deletion will look like a first start.
  }
}

/** The marker of a database; null when it was never opened here, or was deleted on purpose. */
export const readMarker = (local: Pick<KeyValue, 'get'>, database: string): Marker | null => {
  const marker = readAll(local)[database]
  const isWhole =
    marker !== undefined &&
    [marker.drafts, marker.submissions, marker.recovery, marker.at].every(Number.isFinite)
  return isWhole ? marker : null
}

/** Stores the current count. */
export const writeMarker = (local: KeyValue, database: string, marker: Marker): void =>
  writeAll(local, { ...readAll(local), [database]: marker })

/** Forgets a database that is deleted on purpose. */
export const removeMarker = (local: KeyValue, database: string): void => {
  const { [database]: _, ...others } = readAll(local)
  writeAll(local, others)
}
