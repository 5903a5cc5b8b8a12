import type { Env } from '../../../env.ts'
import { localDay } from '../../../lib/local-time.ts'
import { momentText } from '../../../form/types/moments.ts'

/** What the rules of a form may read about the surveyor. */
export interface Surveyor {
  readonly username: string
  readonly email: string
  readonly phonenumber: string
  /** Identifies this surveyor's data on this device; stays the same until the data is deleted. */
  readonly deviceid: string
}

/** An unknown surveyor. */
export const unknownSurveyor: Surveyor = {
  username: '',
  email: '',
  phonenumber: '',
  deviceid: '',
}

/** When an interview was begun, epoch ms; null where that is unknown. */
export const startOf = (begun: { readonly created_at: string } | null): number | null => {
  const at = Date.parse(begun?.created_at ?? '')
  return Number.isNaN(at) ? null : at
}

/** What rules may read in addition to answers, by its name without the `$` (docs/form-logic.md). */
export const givenValues = (
  { clock, uuid }: Pick<Env, 'clock' | 'uuid'>,
  surveyor: Surveyor,
  startedAt: number,
): Readonly<Record<string, () => unknown>> => {
  // The day on which the interview was opened, because a rule that changes at midnight would surprise.
  const today = localDay(clock.now())
  return {
    today: () => today,
    now: () => momentText(clock.now()),
    start: () => momentText(startedAt),
    end: () => momentText(clock.now()),
    uuid,
    // The first 32 bits of a random UUID are random enough.
    random: () => Number.parseInt(uuid().slice(0, 8), 16) / 2 ** 32,
    username: () => surveyor.username,
    email: () => surveyor.email,
    phonenumber: () => surveyor.phonenumber,
    deviceid: () => surveyor.deviceid,
  }
}
