import type { SubmissionDetail } from '../../../replication/wire/office/answers.ts'
import { sendFile } from '../../calls/files.ts'
import { isUuid } from '../../db/ids.ts'
import { answersOf, asIn, occurrencesIn, withLabels } from '../../export/answers.ts'
import type { Column } from '../../export/columns.ts'
import { submissionHeads } from '../../export/heads.ts'
import { good } from '../../http/answer.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { fileInScope, submissionInScope } from '../../store/office/submissions.ts'
import { earlierAnswers } from '../../store/reviews/reviews.ts'
import type { AccountHandler } from '../office-call.ts'
import { shownEarlier } from '../review/earlier.ts'
import { reviewData } from '../review/review.ts'
import { headOf, nameOfFile, notFound, readingOf } from './reading.ts'

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
  const { columns, versionOf, languages, labelsIn } = await readingOf(
    db.query,
    row.form_id,
    [...answered].map(([id, last]) => ({ id, last })),
    query.get('language') || null,
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
        type: column.type,
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
    languages: [...languages],
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
