import type { Condition } from '../../../replication/wire/office/data-filter.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import type { Review } from '../../../replication/wire/review.ts'
import type { SqlValue } from '../../db/db.ts'
import { limits } from '../../limits.ts'
import { submissionsIn } from './scope.ts'

/** How the answers to a field are compared: as they are, as numbers, or by their day. */
export type Comparison = 'text' | 'number' | 'day'

/** A condition, with what it needs to know of its field. */
export interface FieldCondition {
  readonly condition: Condition
  readonly comparison: Comparison
  /** Whether answers are lists, stored as JSON. */
  readonly isList: boolean
  /** Whether the field is in the repeat of the table, so that a row is asked about its own occurrence. */
  readonly isOfRow: boolean
}

/** A part of the earth. One whose west is greater than its east contains the 180th meridian. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Which submissions to a form are asked for, within a scope. */
export interface SubmissionFilter {
  readonly formId: string
  readonly scope: Scope
  /** Whose; all when empty. */
  readonly surveyorIds: readonly string[]
  /** Received at this time or later, before this one, and at this one or earlier. */
  readonly from: Date | null
  readonly until: Date | null
  readonly at: Date | null
  /** The state of the review; null for all. */
  readonly review: Review['state'] | null
  readonly box: Box | null
  /** Part of an answer. */
  readonly text: string | null
  readonly conditions: readonly FieldCondition[]
}

type Param = (value: SqlValue) => string

const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, mark => `\\${mark}`)}%`

/** The SQL of a number, where the answer is one. */
export const asNumber = (answer: string): string =>
  `case when ${answer} ~ '^[+-]?[0-9]{1,30}([.][0-9]{1,30})?$' then ${answer}::numeric end`

const numberOf = (text: string): number | null => {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}

const within = (
  { from, until }: Extract<Condition, { is: 'between' }>,
  comparison: Comparison,
  answer: string,
  param: Param,
): string => {
  const isNumber = comparison === 'number'
  const value = isNumber ? asNumber(answer) : comparison === 'day' ? `left(${answer}, 10)` : answer
  const bounds = [
    ['>=', from],
    ['<=', until],
  ] as const
  const given = bounds.filter(([, bound]) => bound.trim() !== '')
  // A text that is no number is no bound that a number could meet.
  const sides = given.map(([sign, bound]) =>
    isNumber
      ? `${value} ${sign} ${param(numberOf(bound))}::double precision`
      : `${value} ${sign} ${param(bound)}`,
  )
  return [`${answer} <> ''`, ...sides].join(' and ')
}

/** The SQL that an answer meets a condition. */
const meets = (
  { condition, comparison, isList }: FieldCondition,
  answer: string,
  param: Param,
): string => {
  switch (condition.is) {
    case 'contains':
      return `${answer} ilike ${param(likePattern(condition.text))}`
    case 'any': {
      const same = `${answer} = any(${param(condition.values)}::text[])`
      const parts = condition.values.map(value => likePattern(JSON.stringify(value)))
      return isList ? `(${same} or ${answer} like any(${param(parts)}::text[]))` : same
    }
    case 'between':
      return within(condition, comparison, answer, param)
    case 'given':
    case 'empty':
      return `${answer} <> ''`
  }
}

/** Whether an answer longer than its key may meet a condition that its key does not. */
const needsWhole = ({ condition, comparison, isList }: FieldCondition): boolean =>
  condition.is === 'contains' || (condition.is === 'any' && (isList || comparison === 'text'))

const conditionSql = (asked: FieldCondition, occurrence: string | null, param: Param): string => {
  const { condition } = asked
  const field = param(condition.field)
  const at = (row: string) => (occurrence === null ? '' : ` and ${row}.occurrence = ${occurrence}`)
  const inOne = asked.isOfRow ? at : (row: string) => ` and ${row}.occurrence = 0`
  const answers = (test: string) =>
    `select a.user_id, a.submission_id, a.occurrence from submission_answers a
       where a.form_field_id = ${field} and ${test}`
  // The first reads the index alone.
  const found = needsWhole(asked)
    ? `${answers(meets(asked, 'a.key', param))} union all
       ${answers(`length(a.key) = ${limits.answerKeyChars} and ${meets(asked, 'a.value', param)}`)}`
    : answers(meets(asked, 'a.key', param))
  const isIn = (rows: string) =>
    `exists (select 1 from (${rows}) x where x.user_id = s.user_id and x.submission_id = s.id${inOne('x')})`
  const files = `select b.user_id, b.submission_id, b.occurrence from submission_files b
    where b.form_field_id = ${field}`
  switch (condition.is) {
    case 'given':
      return `(${isIn(found)} or ${isIn(files)})`
    case 'empty':
      return `not ${isIn(found)} and not ${isIn(files)}`
    case 'contains':
    case 'any':
    case 'between':
      return isIn(found)
  }
}

const boxSql = ({ west, south, east, north }: Box, param: Param): string => {
  const [from, to] = [param(west), param(east)]
  const isBetween =
    west <= east
      ? `s.longitude between ${from} and ${to}`
      : `(s.longitude >= ${from} or s.longitude <= ${to})`
  return `s.latitude between ${param(south)} and ${param(north)} and ${isBetween}`
}

/** Without a review, a submission is received. */
const reviewSql = (state: Review['state'], param: Param): string => {
  const test = state === 'received' ? `r.state <> ${param(state)}` : `r.state = ${param(state)}`
  const found = `exists (select 1 from reviews r where r.user_id = s.user_id
    and r.submission_id = s.id and ${test})`
  return state === 'received' ? `not ${found}` : found
}

/**
 * The conditions on `submissions s`. `occurrence` is the SQL of the row's occurrence; null where a row is a submission, which
 * then needs any occurrence that meets a condition.
 */
export const filterConditions = (
  filter: SubmissionFilter,
  param: Param,
  occurrence: string | null,
): readonly string[] => {
  const { surveyorIds, from, until, at, review, box, text } = filter
  return [
    `s.form_id = ${param(filter.formId)}`,
    's.deleted_at is null',
    submissionsIn(filter.scope, 's', param),
    ...(surveyorIds.length === 0 ? [] : [`s.user_id = any(${param(surveyorIds)}::uuid[])`]),
    ...(from === null ? [] : [`s.received_at >= ${param(from)}`]),
    ...(until === null ? [] : [`s.received_at < ${param(until)}`]),
    ...(at === null ? [] : [`s.received_at <= ${param(at)}`]),
    ...(review === null ? [] : [reviewSql(review, param)]),
    ...(box === null ? [] : [boxSql(box, param)]),
    ...(text === null
      ? []
      : [
          `exists (select 1 from submission_answers x where x.user_id = s.user_id
            and x.submission_id = s.id and x.value ilike ${param(likePattern(text))})`,
        ]),
    ...filter.conditions.map(condition => conditionSql(condition, occurrence, param)),
  ]
}
