import type { Browser } from 'playwright'
import type { Outcome } from './outcome.ts'

/** What a bench is given. */
export interface Run {
  readonly browser: Browser
  /** Fewer rounds and smaller sizes: to see that it works, and roughly where it stands. */
  readonly quick: boolean
}

/** One row of issue 9's table: measures, and says how it stands to its gates. */
export interface Bench {
  readonly name: string
  readonly run: (run: Run) => Promise<Outcome>
}
