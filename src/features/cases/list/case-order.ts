import { metresBetween, type Point } from '../../../location/metres-between.ts'
import type { FoundCase } from './case-texts.ts'

/** How a list of cases is ordered. */
export const caseOrders = ['due', 'near', 'name'] as const
/** By the day of the next visit, the distance, or the name. */
export type CaseOrder = (typeof caseOrders)[number]

/**
 * Cases that are in the order of their names, in another order; what the order says nothing of comes last. Without a position,
 * `near` is by name.
 */
export const orderedCases = (
  cases: readonly FoundCase[],
  order: CaseOrder,
  here: Point | null,
): readonly FoundCase[] => {
  switch (order) {
    case 'due':
      return sorted(cases, createDayNumber())
    case 'near':
      return here === null
        ? cases
        : sorted(cases, ({ entry: { point } }) =>
            point === null ? last : Math.round(metresBetween(here, point)),
          )
    case 'name':
      return cases
  }
}

/** After every day and every distance. */
const last = 2 ** 31

/** The day of a case's next visit as a whole number. Each day is read once, because many cases have the same. */
const createDayNumber = (): ((found: FoundCase) => number) => {
  const days = new Map([['', last]])
  return ({ entry: { due } }) => {
    const day = days.get(due) ?? Number(due.replaceAll('-', ''))
    days.set(due, day)
    return day
  }
}

/** More cases than a list has. */
const places = 2 ** 21

/**
 * By a whole number up to `last`, and by their places where that is the same. Both are one number, because numbers are sorted
 * many times faster than objects.
 */
const sorted = (
  cases: readonly FoundCase[],
  keyOf: (found: FoundCase) => number,
): readonly FoundCase[] => {
  const keys = new Float64Array(cases.length)
  for (const [place, found] of cases.entries()) keys[place] = keyOf(found) * places + place
  const inOrder: FoundCase[] = []
  for (const key of keys.sort()) {
    const found = cases[key % places]
    if (found !== undefined) inOrder.push(found)
  }
  return inOrder
}
