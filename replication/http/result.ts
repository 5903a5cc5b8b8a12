/** An outcome that the caller must look at: a value, or an expected failure. Defects are thrown. */
export type Result<Value, Failure> = Ok<Value> | Err<Failure>

/** An outcome with its value. */
export interface Ok<Value> {
  readonly ok: true
  readonly value: Value
}

/** An expected failure. */
export interface Err<Failure> {
  readonly ok: false
  readonly failure: Failure
}

/** It went well. */
export const ok = <Value>(value: Value): Ok<Value> => ({ ok: true, value })

/** It failed in a way that was expected. */
export const err = <Failure>(failure: Failure): Err<Failure> => ({ ok: false, failure })
