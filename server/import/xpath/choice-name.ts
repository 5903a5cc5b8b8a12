import { perhaps, type Term } from './terms.ts'
import { CannotSay, type Translation } from './translation.ts'
import type { Expression } from './tree.ts'

/** Longer lists would make a rule that is larger than the rest of the form. */
const maxOptions = 100

/** `jr:choice-name(${kind}, '${kind}')`: the label of what was chosen, option by option. */
export const choiceName = (chosen: Expression | undefined, translation: Translation): Term => {
  const isName = chosen?.kind === 'reference' || chosen?.kind === 'path'
  const meaning = isName ? translation.scope.meaning(chosen) : null
  if (!isName || meaning?.kind !== 'field' || meaning.holds !== 'choice') {
    throw new CannotSay('it asks for the label of something that is not one choice')
  }
  if (meaning.labels.size > maxOptions) {
    throw new CannotSay(`it asks for the label of one of ${meaning.labels.size} options`)
  }
  translation.simplify("the option's label is taken in the form's first language")
  const term = translation.term(chosen)
  const answer = term.is === 'either' ? null : term.rule
  const branches = [...meaning.labels].flatMap(([value, label]) => [
    { '==': [answer, value] },
    label,
  ])
  return perhaps('text', { if: [...branches, ''] })
}
