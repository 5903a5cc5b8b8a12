import type { SubmissionDetail, SubmissionPage } from '../../replication/wire/office/answers.ts'
import type { Query } from '../db/db.ts'
import { isUuid } from '../db/ids.ts'
import { storableText } from '../db/storable.ts'
import { answersOf, asIn, occurrencesIn, withLabels, type NameFile } from '../export/answers.ts'
import { cellsOf } from '../export/cells.ts'
import { columnsOf, type Column, type Columns } from '../export/columns.ts'
import { submissionHeads, versionsByHash } from '../export/heads.ts'
import { readLists } from '../export/read-lists.ts'
import { createShownLabels } from '../export/shown-labels.ts'
import { sendFile } from '../calls/files.ts'
import { good, refuse, refuseFields } from '../http/answer.ts'
import { pageOf } from '../http/paging.ts'
import { dayMs } from '../status/read-status.ts'
import { formVersions, type ExportedRow } from '../store/export.ts'
import { scopeOf } from '../store/office/accounts.ts'
import { earlierAnswers } from '../store/reviews/reviews.ts'
import { shownEarlier } from './review/earlier.ts'
import { reviewData } from './review/review.ts'
import { formTitle } from '../store/office/overview.ts'
import {
  countFiltered,
  fileInScope,
  filteredPage,
  submissionInScope,
  type SubmissionOrder,
} from '../store/office/submissions.ts'
import type { AccountHandler } from './office-call.ts'

const notFound = refuse(404, 'It is not there, or not among what you see.')

const nameOfFile: NameFile = (_row, { name }) => name

const cellOptions = { hasLabels: false, isSplit: false, hasNumbers: true, isWkt: false }

const languageOf = (query: URLSearchParams): string | null => query.get('language')

/** How the submissions to a form are read and labelled, by the functions that the export uses. */
const readingOf = async (
  query: Query,
  formId: string,
  answered: readonly { readonly id: string; readonly last: number }[],
  language: string | null,
) => {
  const versions = (await formVersions(query, formId)) ?? []
  const lists = await readLists(query, formId, versions)
  const versionOf = await versionsByHash(formId, versions)
  const columns = columnsOf({ versions, answered, language, taken: new Set(), lists })
  return {
    columns,
    versionOf,
    labelsIn: createShownLabels({ versions, versionOf, lists, language }),
  }
}

const wholeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const headOf = (
  row: ExportedRow,
  versionOf: (hash: string) => number | null,
): Omit<SubmissionPage['rows'][number], 'cells'> => ({
  id: row.id,
  surveyor_id: row.user_id,
  surveyor: row.email,
  surveyor_name: row.surveyor_name,
  created_at: row.sent_created_at,
  received_at: row.received_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  duration: wholeOf(submissionHeads['duration']?.(row, versionOf)),
  version: row.definition_hash === null ? null : versionOf(row.definition_hash),
  latitude: row.latitude,
  longitude: row.longitude,
  address: row.address,
  files: row.files.map(({ id, name, form_field_id, occurrence }) => ({
    id,
    name,
    field_id: form_field_id,
    occurrence,
  })),
})

/** The beginning of a day such as 2026-11-20 in UTC; null without one, undefined for another text. */
const dayOf = (text: string | null): Date | null | undefined => {
  if (text === null || text === '') return null
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms)
}

/** What to sort by; null when the form has no such column. */
const orderOf = (query: URLSearchParams, { main }: Columns): SubmissionOrder | null => {
  const sort = query.get('sort') ?? 'received_at'
  const isDescending = query.get('order') !== 'asc'
  if (sort === 'received_at' || sort === 'created_at' || sort === 'surveyor')
    return { by: sort, isDescending }
  const column = main.find(({ id }) => id === sort)
  return column === undefined
    ? null
    : { by: { fieldId: column.id, isNumber: column.isNumber }, isDescending }
}

const mostRows = 200
const usualRows = 50

/** GET office/forms/{id}/submissions */
export const submissions: AccountHandler = async ({ account, backend: { db }, id, query }) => {
  const scope = scopeOf(account)
  const title = await formTitle(db.query, scope, id)
  if (title === null) return notFound
  const { columns, versionOf, labelsIn } = await readingOf(db.query, id, [], languageOf(query))
  const order = orderOf(query, columns)
  if (order === null) return refuseFields({ sort: ['The form has no such column.'] })
  const [from, until] = [dayOf(query.get('from')), dayOf(query.get('until'))]
  if (from === undefined || until === undefined)
    return refuseFields({ from: ['A day must be written like 2026-11-20.'] })
  const surveyorId = query.get('surveyor') || null
  if (surveyorId !== null && !isUuid(surveyorId))
    return refuseFields({ surveyor: ['There is no such surveyor.'] })
  const asked = pageOf(query)
  const limit = query.has('limit') ? Math.min(asked.limit, mostRows) : usualRows
  const page = { limit, offset: (asked.number - 1) * limit }
  const filter = {
    formId: id,
    scope,
    surveyorId,
    from,
    until: until === null ? null : new Date(until.getTime() + dayMs),
    text: storableText(query.get('text') ?? '').trim() || null,
  }
  const rows = await filteredPage(db.query, filter, order, page)
  const data: SubmissionPage = {
    form: { id, title },
    columns: columns.main.map(({ id, label, section, type, isNumber }) => ({
      id,
      label,
      section,
      type,
      is_number: isNumber,
    })),
    rows: rows.map(row => {
      const answers = answersOf(row, nameOfFile).get(0)
      const labelOf = labelsIn(row)
      const cells = columns.main.flatMap(column =>
        cellsOf(column, answers?.get(column.id), code => labelOf(column, 0, code), cellOptions),
      )
      const shown = cells.map(cell => (cell instanceof Date ? cell.toISOString() : cell))
      return { ...headOf(row, versionOf), cells: shown }
    }),
    page: asked.number,
    limit,
    total: await countFiltered(db.query, filter),
  }
  return good('Submissions', data)
}

/** GET office/submissions/{id} */
export const submission: AccountHandler = async ({ account, backend: { db }, id, query }) => {
  const surveyorId = query.get('surveyor') ?? ''
  if (!isUuid(id) || !isUuid(surveyorId)) return notFound
  const row = await submissionInScope(db.query, scopeOf(account), surveyorId, id)
  if (row === null) return notFound
  const earlier = await earlierAnswers(db.query, surveyorId, id)
  const before = earlier.flatMap(({ answers }) => answers)
  const answered = new Map<string, number>()
  for (const { form_field_id, occurrence } of [...row.answers, ...row.files, ...before])
    answered.set(form_field_id, Math.max(occurrence, answered.get(form_field_id) ?? 0))
  const { columns, versionOf, labelsIn } = await readingOf(
    db.query,
    row.form_id,
    [...answered].map(([id, last]) => ({ id, last })),
    languageOf(query),
  )
  const given = answersOf(row, nameOfFile)
  const labelOf = labelsIn(row)
  const shown = (
    column: Column,
    occurrence: number,
    isRepeated: boolean,
  ): SubmissionDetail['answers'] => {
    const value = given.get(occurrence)?.get(column.id)
    if (value === undefined || value.length === 0) return []
    const labelled = withLabels(asIn(column, value), code => labelOf(column, occurrence, code))
    return [
      {
        field_id: column.id,
        section: column.section,
        label: column.label,
        occurrence,
        is_repeated: isRepeated,
        values: [labelled].flat(),
      },
    ]
  }
  const hints = row.hints === null ? null : submissionHeads['hints']?.(row, versionOf)
  const data: SubmissionDetail = {
    ...headOf(row, versionOf),
    ...reviewData(row),
    earlier: shownEarlier(earlier, columns, labelOf),
    form: { id: row.form_id, title: row.form_title },
    started_at: row.started_at?.toISOString() ?? null,
    accuracy: row.accuracy,
    hints: typeof hints === 'string' ? hints : null,
    answers: [
      ...columns.main.flatMap(column => shown(column, 0, false)),
      ...columns.repeats.flatMap(({ columns }) =>
        occurrencesIn(given, columns).flatMap(([occurrence]) =>
          columns.flatMap(column => shown(column, occurrence, true)),
        ),
      ),
    ],
  }
  return good('Submission', data)
}

/** GET office/files/{id} */
export const file: AccountHandler = async ({ account, backend, id }) => {
  const found = isUuid(id) ? await fileInScope(backend.db.query, scopeOf(account), id) : null
  const answer = await sendFile(backend, id, found)
  // No page of another origin shows what a cookie opens.
  if (answer.kind === 'raw')
    answer.response.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  return answer
}
