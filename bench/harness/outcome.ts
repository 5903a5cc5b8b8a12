/** The outcome of a bench, from which the table, the plot and the gates are made. */

/** A limit that a number meets or misses. */
export interface Gate {
  readonly what: string
  readonly value: number
  /** The largest value that meets it. */
  readonly most: number
  readonly unit?: string
}

/** How a number grows with the size of the data. */
export interface Curve {
  readonly title: string
  readonly unit: string
  readonly series: readonly { readonly name: string; readonly points: readonly Point[] }[]
}

export type Point = readonly [x: number, y: number]

export interface Outcome {
  readonly bench: string
  readonly workload: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  readonly gates: readonly Gate[]
  readonly curves?: readonly Curve[]
  /** One sentence that a reader of the numbers needs. */
  readonly note?: string
}

/** An outcome with the circumstances of its measurement. */
export interface Measured extends Outcome {
  /** ISO 8601 UTC. */
  readonly at: string
  readonly commit: string
  readonly load: readonly number[]
  readonly chromium: string
  readonly quick: boolean
  /** Rounds discarded because the machine was busy. */
  readonly discarded: number
  /** Why the numbers are not to be trusted; '' when the machine was calm. Absent in outcomes of earlier versions. */
  readonly doubt?: string
  /** How long it took. Absent in outcomes of earlier versions. */
  readonly seconds?: number
}

/** Whether a gate is met. A number that could not be measured misses it. */
export const holds = ({ value, most }: Gate): boolean => value <= most

/** The median; NaN for no numbers. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}

/** The smallest value that is at least as large as a share of all, 0 to 1; NaN for no numbers. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** A number in the format of a table: three significant digits. */
export const shown = (value: string | number): string => {
  if (typeof value === 'string') return value
  if (Number.isNaN(value)) return '–'
  return Math.abs(value) >= 100 || Number.isInteger(value)
    ? value.toFixed(0)
    : Math.abs(value) >= 10
      ? value.toFixed(1)
      : value.toFixed(2)
}
