import type { Database } from '../../collections/database.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { filesOfItem, hasFailed } from '../attempt/attempt-files.ts'
import { isSilent, type Outcome } from '../outbox/decide.ts'
import type { Pace, Room } from '../outbox/packets.ts'

/** An item whose attempt has ended, with the outcome or what was thrown. */
export interface Landed {
  readonly item: OutboxDoc
  readonly outcome: Outcome | { readonly kind: 'thrown'; readonly error: unknown }
}

/** The items of a run that are in flight. */
export interface InFlight {
  readonly has: (item: OutboxDoc) => boolean
  readonly count: () => number
  /** Whether an item of this size may be tried at the same time as the others. */
  readonly mayJoin: (item: OutboxDoc, bytes: number) => boolean
  readonly add: (item: OutboxDoc, bytes: number, attempt: Promise<Outcome>) => void
  /** Waits for the next attempt to end; null when none is in flight, or once `nudge` resolves. */
  readonly next: (nudge: Promise<void>) => Promise<Landed | null>
}

interface Flight {
  readonly item: OutboxDoc
  readonly bytes: number
  /** The bytes that the link surely carries until its answer: its own, and as many at most of each older one. */
  readonly carried: number
  readonly sinceMs: number
  readonly landed: Promise<Landed>
}

/** Nothing joins, and it joins nothing. */
const alone: Room = { items: 1, bytes: 0 }

/** Whether an item carries files, and not answers. */
export const isFiles = ({ type }: OutboxDoc): boolean => type === 'FILE_UPLOAD'

/** What the items in flight of a run depend on. */
interface Parts {
  readonly pace: Pace
  /** Epoch ms. */
  readonly now: () => number
  /** Whether a repeated request is harmless, so that a broken network may leave many in doubt. */
  readonly repeatsAreSafe: () => boolean
}

/**
 * Creates the items in flight of a run, within its pace. Where repeats are safe, there is also room for what the link
 * carries in a time, at the speed of the last answer; after a request without an answer there is not.
 */
export const createInFlight = ({ pace, now, repeatsAreSafe }: Parts): InFlight => {
  const flights = new Map<string, Flight>()
  const alike = (item: OutboxDoc): readonly Flight[] =>
    [...flights.values()].filter(flight => isFiles(flight.item) === isFiles(item))
  /** Bytes per ms. */
  let speed = 0

  const measure = ({ carried, bytes, sinceMs }: Flight, { outcome }: Landed): void => {
    if (outcome.kind === 'created' || outcome.kind === 'updated' || outcome.kind === 'uploaded') {
      const { movedBytes = bytes } = outcome.kind === 'uploaded' ? outcome : {}
      speed = (carried - bytes + movedBytes) / Math.max(1, now() - sinceMs)
    } else if (outcome.kind !== 'thrown' && isSilent(outcome)) speed = 0
  }

  return {
    has: ({ id }) => flights.has(id),
    count: () => flights.size,
    mayJoin: (item, bytes) => {
      const others = [...flights.values()]
      // Items of one submission go one after the other.
      if (others.some(({ item: other }) => other.submission_id === item.submission_id)) return false
      const known = repeatsAreSafe() ? speed : 0
      // All answers go before any file (decisions 6). The last ones need not be answered yet on a link that carries them
      // and the file in the time that an interview may take, because it would carry nothing while it waits.
      const isBehind = isFiles(item) && others.some(({ item: other }) => !isFiles(other))
      if (isBehind && sizeOf(others) + bytes > known * pace.answers.most.ms) return false
      const { most, ...least } = isFiles(item) ? pace.files : pace.answers
      // Together with others they may be more than the link carries in the time of one request, and none would arrive.
      const failed = [item, ...alike(item).map(flight => flight.item)].some(hasFailed)
      const room = failed ? alone : least
      if (fits(room, alike(item), bytes)) return true
      const wide = { items: most.items, bytes: Math.min(most.bytes, known * most.ms) }
      return known > 0 && fits(wide, alike(item), bytes)
    },
    add: (item, bytes, attempt) => {
      const landed = attempt.then(
        (outcome): Landed => ({ item, outcome }),
        (error: unknown): Landed => ({ item, outcome: { kind: 'thrown', error } }),
      )
      const older = alike(item).reduce((sum, flight) => sum + Math.min(flight.bytes, bytes), 0)
      const carried = older + bytes
      flights.set(item.id, { item, bytes, carried, sinceMs: now(), landed })
    },
    next: async nudge => {
      if (flights.size === 0) return null
      const nudged = nudge.then(() => null)
      const landed = await Promise.race([...[...flights.values()].map(each => each.landed), nudged])
      const flight = landed === null ? undefined : flights.get(landed.item.id)
      if (landed === null || flight === undefined) return landed
      flights.delete(landed.item.id)
      measure(flight, landed)
      return landed
    },
  }
}

const sizeOf = (flights: readonly Flight[]): number =>
  flights.reduce((sum, { bytes }) => sum + bytes, 0)

const fits = (room: Room, others: readonly Flight[], bytes: number): boolean =>
  others.length === 0 || (others.length < room.items && sizeOf(others) + bytes <= room.bytes)

/** The approximate bytes that sending an item takes. */
export const bytesOf = async (db: Database, item: OutboxDoc): Promise<number> => {
  // Read as plain data, because a document throws for properties that it takes for references.
  const submission = (await db.submissions.findOne(item.submission_id).exec())?.toMutableJSON()
  if (submission === undefined) return 0
  if (!isFiles(item)) return JSON.stringify(submission.answers).length
  const ids = filesOfItem(submission, item).map(({ id }) => id)
  const docs = await db.file_uploads.findByIds(ids).exec()
  return [...docs.values()].reduce((sum, { file_size }) => sum + file_size, 0)
}
