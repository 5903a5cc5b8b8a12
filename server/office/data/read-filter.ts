import * as v from 'valibot'
import { Conditions, type Condition } from '../../../replication/wire/office/data-filter.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import { reviewStates } from '../../../replication/wire/review.ts'
import { isUuid } from '../../db/ids.ts'
import { storableText } from '../../db/storable.ts'
import { isCalendarDay } from '../../env/clock.ts'
import type { Column, Columns } from '../../export/columns.ts'
import { failed, passed, refuseFields, type Checked } from '../../http/answer.ts'
import { dayMs } from '../../status/read-status.ts'
import type { Box, Comparison, FieldCondition } from '../../store/office/filter.ts'
import type { SubmissionOrder, TableRows } from '../../store/office/submissions.ts'

/** A table as it is asked for, with its columns. */
export interface AskedTable extends TableRows {
  readonly columns: readonly Column[]
}

const problem = (name: string, why: string) => failed(refuseFields({ [name]: [why] }))

/** The beginning of a day in UTC; null without one, undefined for another text. */
const dayOf = (text: string | null): Date | null | undefined => {
  if (text === null || text === '') return null
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text)
    ? new Date(`${text}T00:00:00Z`)
    : undefined
}

const momentOf = (text: string | null): Date | null | undefined => {
  if (text === null || text === '') return null
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)
  return isMoment && isCalendarDay(text) ? new Date(text) : undefined
}

const boxOf = (text: string | null): Box | null | undefined => {
  if (text === null || text === '') return null
  const sides = text.split(',')
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides.map(
    side => (side.trim() === '' ? Number.NaN : Number(side)),
  )
  const isOnEarth =
    sides.length === 4 &&
    [west, east].every(side => Math.abs(side) <= 180) &&
    [south, north].every(side => Math.abs(side) <= 90) &&
    south <= north
  return isOnEarth ? { west, south, east, north } : undefined
}

const comparisonOf = ({ isNumber, type }: Column): Comparison => {
  if (isNumber) return 'number'
  return type === 'DATE' || type === 'DATETIME' ? 'day' : 'text'
}

const storable = (condition: Condition): Condition => {
  switch (condition.is) {
    case 'contains':
      return { ...condition, text: storableText(condition.text) }
    case 'any':
      return { ...condition, values: condition.values.map(storableText) }
    case 'between':
      return {
        ...condition,
        from: storableText(condition.from),
        until: storableText(condition.until),
      }
    case 'given':
    case 'empty':
      return condition
  }
}

const isBound = (comparison: Comparison, text: string): boolean => {
  if (text.trim() === '') return true
  if (comparison === 'number') return Number.isFinite(Number(text))
  return comparison !== 'day' || dayOf(text) instanceof Date
}

/** The conditions of an address; undefined when one is of another form, or of no column. */
const conditionsOf = (
  text: string | null,
  main: readonly Column[],
  ofRow: readonly Column[],
): readonly FieldCondition[] | undefined => {
  if (text === null || text === '') return []
  const parsed = v.safeParse(Conditions, text)
  if (!parsed.success) return undefined
  const found = parsed.output.map((condition): FieldCondition | null => {
    const own = ofRow.find(({ id }) => id === condition.field)
    const column = own ?? main.find(({ id }) => id === condition.field)
    if (column === undefined) return null
    const comparison = comparisonOf(column)
    const isRight =
      condition.is !== 'between' ||
      (isBound(comparison, condition.from) && isBound(comparison, condition.until))
    const isOfRow = own !== undefined
    return isRight
      ? { condition: storable(condition), comparison, isList: column.isList, isOfRow }
      : null
  })
  return found.includes(null) ? undefined : found.flatMap(one => one ?? [])
}

/** Reads what an address says of the rows. */
export const readFilter = (
  query: URLSearchParams,
  formId: string,
  scope: Scope,
  { main, repeats }: Columns,
): Checked<AskedTable> => {
  const tableId = query.get('table') ?? ''
  const repeat = repeats.find(({ id }) => id === tableId)
  if (tableId !== '' && repeat === undefined)
    return problem('table', 'The form has no such repeat.')
  const [from, until] = [dayOf(query.get('from')), dayOf(query.get('until'))]
  if (from === undefined || until === undefined)
    return problem('from', 'A day must be written like 2026-11-20.')
  const at = momentOf(query.get('at'))
  if (at === undefined)
    return problem('at', 'A moment must be written like 2026-11-20T09:30:00.000Z.')
  const box = boxOf(query.get('box'))
  if (box === undefined)
    return problem('box', 'A box must be written as west,south,east,north in degrees.')
  const review = reviewStates.find(state => state === query.get('review')) ?? null
  if (review === null && query.get('review')) return problem('review', 'There is no such state.')
  const surveyorIds = (query.get('surveyor') ?? '').split(',').filter(id => id !== '')
  if (!surveyorIds.every(isUuid)) return problem('surveyor', 'There is no such surveyor.')
  const conditions = conditionsOf(query.get('where'), main, repeat?.columns ?? [])
  if (conditions === undefined)
    return problem('where', 'A condition is of another form, or of no column of the table.')
  return passed({
    columns: repeat?.columns ?? main,
    repeated: repeat === undefined ? null : repeat.columns.map(({ id }) => id),
    filter: {
      formId,
      scope,
      surveyorIds,
      from,
      until: until === null ? null : new Date(until.getTime() + dayMs),
      at,
      review,
      box,
      text: storableText(query.get('text') ?? '').trim() || null,
      conditions,
    },
  })
}

/** What to sort by; null when the form has no such column. */
export const readOrder = (
  query: URLSearchParams,
  { main }: Columns,
  { columns, repeated }: AskedTable,
): SubmissionOrder | null => {
  const sort = query.get('sort') || 'received_at'
  const isDescending = query.get('order') !== 'asc'
  if (sort === 'received_at' || sort === 'created_at' || sort === 'surveyor')
    return { by: sort, isDescending }
  const own = columns.find(({ id }) => id === sort)
  const column = own ?? main.find(({ id }) => id === sort)
  if (column === undefined) return null
  const isOfRow = own !== undefined && repeated !== null
  return { by: { fieldId: column.id, isNumber: column.isNumber, isOfRow }, isDescending }
}
