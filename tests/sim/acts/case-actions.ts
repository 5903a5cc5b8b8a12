import { actField, caseField, labelField } from '../world/cases.ts'
import { randomOf, type SimContent } from '../world/content.ts'
import { surveyors } from '../servers/sim-server.ts'
import type { Action } from './action.ts'

/** What the office does with cases. */

/** Gives a case to one surveyor alone. */
const give: Action = async (world, random) => {
  const { cases } = world.server
  const ids = [
    ...(cases === null ? [] : await cases.listedTo('asha')),
    ...(cases === null ? [] : await cases.listedTo('ravi')),
  ].map(({ id }) => id)
  if (cases === null || ids.length === 0) return 'no case to give'
  const [id, to] = [random.pick(ids), random.pick(surveyors)]
  await cases.give(id, to)
  return `the office gives ${id} to ${to}`
}

/** Shares the list with all surveyors, or ends that. */
const share: Action = async (world, random) => {
  const isShared = random.chance(0.5)
  await world.server.cases?.share(isShared)
  return isShared ? 'the office shares the list of cases' : 'the list of cases is shared no more'
}

/** The relative frequency of each of them. */
export const caseActions: readonly (readonly [Action, number])[] = [
  [give, 3],
  [share, 1],
]

/** The ids of cases that an interview may visit: those that its phone shows, and now and then any other. */
export const casesToVisit = (
  shown: readonly { readonly id: string; readonly hidden: number }[],
  interviews: readonly {
    readonly content: { readonly answers: Readonly<Record<string, unknown>> }
  }[],
): readonly string[] => {
  const here = shown.filter(({ hidden }) => hidden === 0).map(({ id }) => id)
  const any = interviews.flatMap(({ content }) => {
    const id = content.answers[caseField]
    return typeof id === 'string' ? [id] : []
  })
  return [...here, ...here, ...any.slice(-2)]
}

/** The answers by which an interview with this marker registers a case, or visits one of the known ones. */
export const withCase = (
  { answers, place }: SimContent,
  marker: string,
  known: readonly string[],
): SimContent => {
  const random = randomOf(`case of ${marker}`)
  const visited = known.length > 0 && random.chance(0.6) ? random.pick(known) : null
  const said =
    visited === null
      ? { [caseField]: `place ${marker}`, [actField]: 'create', [labelField]: `Place ${marker}` }
      : { [caseField]: visited, [actField]: 'update' }
  return { place, answers: { ...answers, ...said } }
}
