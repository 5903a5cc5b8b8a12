import { importFile } from '../../../server/import/import-file.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { sectionTitle } from '../../../src/features/fill/texts/spoken.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { compile } from '../../form/form-fixtures.ts'
import { workbook } from '../../server/import/make-workbook.ts'
import { questionsOf } from '../../server/import/walk-source.ts'

/** Households, and in each the members, as a workbook that the real importer reads. */

const survey = [
  ['type', 'name', 'label', 'relevant', 'constraint', 'required', 'calculation', 'repeat_count'],
  ['text', 'village', 'Village'],
  ['begin repeat', 'household', 'Household', "${village} != 'none'"],
  ['text', 'head', 'Head of household'],
  ['begin repeat', 'member', 'Member', "${head} != 'nobody'"],
  ['text', 'who', 'Name', null, '. != ${head}', 'yes'],
  ['integer', 'age', 'Age of ${who} at ${head}'],
  ['text', 'school', 'School', '${age} < 18'],
  ['image', 'photo', 'Photo'],
  ['calculate', 'place', null, null, null, null, "concat(position(../..), '.', position(..))"],
  ['end repeat'],
  ['note', 'summed', 'Together ${years} years'],
  ['calculate', 'years', null, null, null, null, 'sum(${age})'],
  ['integer', 'herd', 'How many animals?', 'count(${member}) > 0'],
  ['begin repeat', 'animal', 'Animal', null, null, null, null, '${herd}'],
  ['text', 'kind', 'Kind'],
  ['end repeat'],
  ['text', 'remark', 'Remark'],
  ['select_one ${who}', 'lead', 'Who leads?'],
  ['end repeat'],
  ['calculate', 'people', null, null, null, null, 'count(${member})'],
  ['calculate', 'all', null, null, null, null, 'sum(${age})'],
]

/** The form, as the importer makes it. */
export const importNested = () =>
  importFile(workbook({ survey, choices: [['list_name', 'name', 'label']] }), 'nested.xlsx', {
    id: 'nested',
    title: 'Nested',
    leaveOutBroken: false,
  })

/** The form on a device. */
export const compileNested = async (): Promise<CompiledForm> =>
  compile(questionsOf((await importNested()).form))

/** A field by the numbers of its occurrence. Throws when it is not shown, because then the test is wrong. */
export const at = ({ form }: Interview, id: string, occurrence = 0) => {
  const field = form.fieldById.get(slotId(id, occurrence))
  if (field === undefined) throw new Error(`There is no ${id} of occurrence ${occurrence}.`)
  return field
}

/** The answer of a field. */
export const answerOf = (interview: Interview, id: string, occurrence = 0) =>
  interview.answers.get(at(interview, id, occurrence))

/** The titles of the sections in their order, each with the answers to its shown texts. */
export const outline = (interview: Interview): readonly string[] =>
  interview.form.sections.flatMap(section => {
    const shown = section.fields.filter(field => interview.validity.isAsked(field))
    const fields = shown.map(field => `${field.fieldId}=${String(interview.answers.get(field))}`)
    return fields.length === 0 ? [] : [`${sectionTitle(interview, section)}: ${fields.join(' ')}`]
  })

/** The key of a repeat within the occurrence of another with this place; or of a repeat within none. */
const repeatAt = ({ form }: Interview, sectionId: string, place = 0): string => {
  const repeat = form.repeats.filter(one => one.sectionId === sectionId)[place]
  if (repeat === undefined) throw new Error(`There is no repeat ${sectionId} ${place}.`)
  return repeat.key
}

/** Adds an occurrence; returns its number. */
export const add = (interview: Interview, sectionId: string, place = 0): number => {
  const field = interview.addOccurrence(repeatAt(interview, sectionId, place))
  if (field === null) throw new Error(`No ${sectionId} was added.`)
  return field.occurrence
}

/** Adds a household, or names the one that an interview begins with. */
export const household = (interview: Interview, head: string, ...names: readonly string[]) => {
  const unnamed = interview.form.fields.find(
    field => field.fieldId === 'head' && interview.answers.get(field) === '',
  )
  const number = unnamed?.occurrence ?? add(interview, 'household')
  interview.edit(at(interview, 'head', number), head)
  for (const name of names) member(interview, number, name)
  return number
}

/** Names the member that a household begins with, or adds one; returns its number. */
export const member = (interview: Interview, house: number, name: string): number => {
  const repeat = interview.form.repeats.find(
    ({ sectionId, outer }) => sectionId === 'member' && outer?.occurrence?.number === house,
  )
  if (repeat === undefined) throw new Error(`There is no household ${house}.`)
  const unnamed = repeat.occurrences.find(number => answerOf(interview, 'who', number) === '')
  const number = unnamed ?? interview.addOccurrence(repeat.key)?.occurrence ?? -1
  interview.edit(at(interview, 'who', number), name)
  return number
}
