import * as v from 'valibot'
import { passwordMinLength } from '../limits.ts'

interface NewPassword {
  readonly password: string
  readonly repeated: string
}

/** What is said of a new password that cannot be set. */
interface NewPasswordWords {
  readonly mismatch: string
  readonly short: (length: number) => string
}

/** A new password, typed twice: the two match, and it is long enough (5.6, 5.7). */
export const newPassword = (words: NewPasswordWords) =>
  v.pipe(
    v.object({ password: v.string(), repeated: v.string() }),
    v.check(
      ({ password, repeated }: NewPassword) => password === repeated,
      () => words.mismatch,
    ),
    v.check(
      ({ password }: NewPassword) => [...password].length >= passwordMinLength,
      () => words.short(passwordMinLength),
    ),
  )

/**
 * The validator of a form that shows one problem at a time, above its fields. Given the schema itself, the form library
 * would note a problem of two fields at one of them, and not submit again before that one is changed.
 */
export const firstProblem =
  <Values>(schema: v.GenericSchema<Values>) =>
  ({ value }: { readonly value: Values }): string | undefined =>
    v.safeParse(schema, value).issues?.[0].message
