import type { Env } from '../../../env.ts'
import { localDay } from '../../../form/definition/compile.ts'
import { momentText } from '../../../form/types/moments.ts'

/** The surveyor, as the rules of a form may read it. */
export interface Surveyor {
  readonly username: string
  readonly email: string
  readonly phonenumber: string
  /** Names this surveyor's data on this device; it stays until they are deleted. */
  readonly deviceid: string
}

/** A surveyor who is not known. */
export const unknownSurveyor: Surveyor = {
  username: '',
  email: '',
  phonenumber: '',
  deviceid: '',
}

/** What rules may read besides answers, by the name without its `$` (docs/form-logic.md). */
export const givenValues = (
  { clock, uuid }: Pick<Env, 'clock' | 'uuid'>,
  surveyor: Surveyor,
  startedAt: () => number,
): Readonly<Record<string, () => unknown>> => {
  // The day on which the interview was opened, because a rule that changes at midnight would surprise.
  const today = localDay(clock.now())
  return {
    today: () => today,
    now: () => momentText(clock.now()),
    start: () => momentText(startedAt()),
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
