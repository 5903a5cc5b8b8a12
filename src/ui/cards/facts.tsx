import { Fragment, type ReactNode } from 'react'

/** What a line of facts is made of; `false`, `null` and '' are left out. */
export type FactList = readonly (string | false | null)[]

/**
 * Facts in one line, each with its own direction, because a number after a Latin name would belong to that name in a
 * line from right to left: of a date only the first part.
 */
export function factsLine(facts: FactList): ReactNode {
  const shown = facts.filter(fact => fact !== false && fact !== null && fact !== '')
  return shown.map((fact, place) => (
    <Fragment key={place}>
      {place > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ))
}
