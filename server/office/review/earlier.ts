import type { EarlierAnswer } from '../../../replication/wire/office/review-answers.ts'
import { asIn, itemsOf, withLabels } from '../../export/answers.ts'
import type { Column, Columns } from '../../export/columns.ts'
import type { Earlier } from '../../store/reviews/reviews.ts'

/** The answers that edits of a submission replaced, with the labels of the form, newest first. */
export const shownEarlier = (
  edits: readonly Earlier[],
  { main, repeats }: Columns,
  labelOf: (column: Column, occurrence: number, code: string) => string,
): EarlierAnswer[] => {
  const repeated = new Map(repeats.flatMap(({ columns }) => columns).map(one => [one.id, one]))
  const single = new Map(main.map(column => [column.id, column]))
  return edits.flatMap(({ replaced_at, answers }) =>
    answers.flatMap(({ form_field_id, occurrence, value, is_list }) => {
      const column = repeated.get(form_field_id) ?? single.get(form_field_id)
      if (column === undefined) return []
      const given = asIn(column, is_list && value ? itemsOf(value) : (value ?? ''))
      const values = [withLabels(given, code => labelOf(column, occurrence, code))].flat()
      return {
        at: replaced_at.toISOString(),
        field_id: form_field_id,
        section: column.section,
        label: column.label,
        occurrence,
        is_repeated: repeated.has(form_field_id),
        values: values.filter(text => text !== ''),
      }
    }),
  )
}
