/** An outcome that the caller must look at: a value, or an expected failure. Defects are thrown. */
export type Result<Value, Failure> = Ok<Value> | Err<Failure>

export interface Ok<Value> {
  readonly ok: true
  readonly value: Value
}

export interface Err<Failure> {
  readonly ok: false
  readonly failure: Failure
}

export const ok = <Value>(value: Value): Ok<Value> => ({ ok: true, value })
export const err = <Failure>(failure: Failure): Err<Failure> => ({ ok: false, failure })
