import type { Browser } from 'playwright'
import type { Outcome } from './outcome.ts'

/** The environment of a bench. */
interface Run {
  readonly browser: Browser
  /** Fewer rounds and smaller sizes: shows that it works, and roughly the result. */
  readonly quick: boolean
}

/** One row of the table: measures, and returns its values and gates. */
export interface Bench {
  readonly name: string
  readonly run: (run: Run) => Promise<Outcome>
}
