import { caseFieldId } from '../../../collections/cases/interviewed.ts'
import type { CasePart, SourceCase, SourceField, SourceItem, Texts, Written } from '../source.ts'
import { isUnder, pathOf } from './source-case.ts'

/** Adds the hidden fields of a form's cases, each at the beginning of its group or repeat. `bare` is a calculation without content. */
export const withCases = (
  items: readonly SourceItem[],
  cases: readonly SourceCase[],
  bare: SourceField,
): readonly SourceItem[] =>
  cases.reduce((all, one) => {
    const fields = fieldsOf(one, idOf(one, cases), bare)
    return inserted(all, [], one.at, fields) ?? [...fields, ...all]
  }, items)

/** Puts fields into the innermost group that leads to a path; null when these items have none. */
const inserted = (
  items: readonly SourceItem[],
  path: readonly string[],
  at: readonly string[],
  fields: readonly SourceField[],
): readonly SourceItem[] | null => {
  for (const [n, item] of items.entries()) {
    const own = pathOf(item, path)
    if (item.kind === 'field' || !isUnder(at, own)) continue
    const here = own.length > path.length ? [...fields, ...item.items] : null
    const inside = inserted(item.items, own, at, fields) ?? here
    if (inside !== null) return items.with(n, { ...item, items: inside })
  }
  return null
}

/** The id of the field with the case's id. It has a colon, so that no question has the same. */
const idOf = ({ list, at }: SourceCase, cases: readonly SourceCase[]): string => {
  const isOnly = cases.filter(one => one.list === list).length === 1
  return `${isOnly ? list : [...at, list].join('/')}:case`
}

const fieldsOf = (one: SourceCase, id: string, bare: SourceField): readonly SourceField[] => {
  const { list, at, place, id: given, label, creates, updates } = one
  const labelId = caseFieldId(id, 'label')
  const freshId = given !== null && creates !== 'never' ? caseFieldId(id, 'fresh') : null
  const field = (
    own: string,
    step: string,
    what: string,
    ofCase: CasePart,
    calculation: Written | null = null,
  ): SourceField => {
    const words: Texts = { plain: `${list}: ${what}`, byLanguage: {} }
    const path = [...at, 'meta', 'entity', step]
    return { ...bare, id: own, name: own, path, place, label: words, ofCase, calculation }
  }
  const isFresh =
    freshId === null ? [] : [field(freshId, '@fresh', 'id of a new case', { kind: 'fresh' })]
  return [
    field(id, '@id', 'id of the case', { kind: 'id', of: one, freshId }, given),
    ...isFresh,
    field(caseFieldId(id, 'act'), '@act', 'registered or visited', {
      kind: 'act',
      of: one,
      labelId,
    }),
    ...(label === null
      ? []
      : [field(labelId, 'label', 'label of the case', { kind: 'label', given: label }, label)]),
    ...(updates === 'never'
      ? []
      : [field(caseFieldId(id, 'seen'), '@seen', 'what was known of it', { kind: 'seen' })]),
  ]
}
