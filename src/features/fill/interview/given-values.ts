import type { Env } from '../../../env.ts'
import { localDay } from '../../../form/definition/compile.ts'
import { momentText } from '../../../form/types/moments.ts'

/** The surveyor, as the rules of a form may name them. */
export interface Surveyor {
  readonly username: string
  readonly email: string
  readonly phonenumber: string
}

/** A surveyor of whom nothing is known. */
export const nobody: Surveyor = { username: '', email: '', phonenumber: '' }

/** What the rules of a form are given besides answers, by the name without its `$` (docs/form-logic.md). */
export const givenValues = (
  { clock, uuid }: Pick<Env, 'clock' | 'uuid'>,
  surveyor: Surveyor,
  startedAt: () => number,
): Readonly<Record<string, () => unknown>> => {
  // A day is the one that the interview was opened on, as a rule that changes at midnight would surprise.
  const today = localDay(clock.now())
  return {
    today: () => today,
    now: () => momentText(clock.now()),
    start: () => momentText(startedAt()),
    end: () => momentText(clock.now()),
    uuid,
    // The first 32 bits of a random UUID are as random as a number need be.
    random: () => Number.parseInt(uuid().slice(0, 8), 16) / 2 ** 32,
    username: () => surveyor.username,
    email: () => surveyor.email,
    phonenumber: () => surveyor.phonenumber,
  }
}
