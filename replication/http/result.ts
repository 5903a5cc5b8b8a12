/** An outcome that the caller must check: a value or an expected failure. Defects are thrown. */
export type Result<Value, Failure> = Ok<Value> | Err<Failure>

/** A success. */
export interface Ok<Value> {
  readonly ok: true
  readonly value: Value
}

/** An expected failure. */
export interface Err<Failure> {
  readonly ok: false
  readonly failure: Failure
}

/** Wraps a value as a success. */
export const ok = <Value>(value: Value): Ok<Value> => ({ ok: true, value })

/** Wraps an expected failure. */
export const err = <Failure>(failure: Failure): Err<Failure> => ({ ok: false, failure })
