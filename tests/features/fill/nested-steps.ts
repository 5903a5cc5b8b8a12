import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import type { Random } from '../../sim/random.ts'

/**
 * One random step of a surveyor in the nested form: an answer, or an added or removed occurrence. It hides no
 * repeat, because an edit cannot know the occurrences of a hidden one, which are not sent.
 */
export const randomStep = (random: Random, interview: Interview): void => {
  const repeats = interview.form.repeats.filter(({ rules }) => rules.count === undefined)
  const repeat = random.pick(repeats)
  if (random.chance(0.2)) {
    interview.addOccurrence(repeat.key)
    return
  }
  if (random.chance(0.15) && repeat.occurrences.length > 0) {
    interview.removeOccurrence(repeat.sectionId, random.pick(repeat.occurrences))
    return
  }
  const field = random.pick(
    interview.form.fields.filter(
      one => interview.validity.isAsked(one) && one.type !== 'IMAGE' && one.type !== 'SELECT',
    ),
  )
  const isNumber = field.type === 'NUMBER'
  const number = String(random.below(field.fieldId === 'herd' ? 4 : 90))
  interview.edit(field, isNumber ? number : random.pick(['Asha', 'Ravi', 'Sana', 'x', '']))
}

/** Names every member, so that nothing required is missing. */
export const nameAll = (interview: Interview): void => {
  for (const { id } of interview.validity.invalidFields()) {
    const field = interview.form.fieldById.get(id)
    if (field === undefined) continue
    interview.edit(field, field.type === 'NUMBER' ? '5' : `Member ${field.occurrence}`)
  }
}
