import { findRows } from '../xpath/rows.ts'
import { parseExpression } from '../xpath/parse.ts'
import { asText, literalText, perhaps, sure, type Term } from '../xpath/terms.ts'
import { Untranslatable, type Translation } from '../xpath/translation.ts'
import type { Expression } from '../xpath/tree.ts'

/** `jr:choice-name(${kind}, '${kind}')`: the label of a value among the options of a question. */
export const choiceName = (
  [value, question]: readonly Expression[],
  translation: Translation,
): Term => {
  const name = question === undefined ? null : literalText(translation.term(question))
  const asked = name === null ? null : parseExpression(name)
  const isName = asked?.kind === 'reference' || asked?.kind === 'path'
  const meaning = isName ? translation.scope.meaning(asked) : null
  if (value === undefined || meaning?.kind !== 'field' || !meaning.hasLabels) {
    throw new Untranslatable(
      'it asks for the label of something that is not one of several options',
    )
  }
  return sure('text', {
    label_of: [asText(translation.term(value)), { var: `$labels.${meaning.id}` }],
  })
}

/** `jr:itext(instance('kind')/root/item[name = ${kind}]/itextId)`: the label of a row, in the chosen language. */
export const itext = ([of]: readonly Expression[], translation: Translation): Term => {
  const found = of?.kind === 'path' ? findRows(of, translation) : null
  if (found?.column?.key !== 'itextId') {
    throw new Untranslatable('it asks for a text that is not the label of a row')
  }
  return perhaps('text', { row_label: [found.rows, { var: '$language' }] })
}
