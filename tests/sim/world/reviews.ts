import type { World, Phone } from './world.ts'

/** What surveyors have replied and corrected, and what the office has decided. */

export interface GivenReply {
  readonly marker: string
  readonly phone: Phone
  /** No other reply has it. */
  readonly text: string
  /** The version of the review that was on the screen. */
  readonly seen: number
  /** Not when the tab was struck meanwhile. */
  readonly isSure: boolean
}

export interface GivenReviews {
  readonly replies: GivenReply[]
  /** The rows that the office has accepted or rejected since it last asked for a correction. */
  readonly decided: Set<string>
}

const given = new WeakMap<World, GivenReviews>()

/** The record of a world. */
export const givenReviews = (world: World): GivenReviews => {
  const known = given.get(world) ?? { replies: [], decided: new Set<string>() }
  given.set(world, known)
  return known
}
