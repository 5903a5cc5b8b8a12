import type { Answer } from '../../../collections/schemas/submissions.ts'
import { textOfAnswer } from '../servers/sim-server.ts'
import { markerField, noteField } from './content.ts'
import type { Interview, Phone } from './world.ts'

/** What surveyors entered, answer by answer and file by file. */

/** The contents of an interview when it was submitted. */
const firstAnswers = ({ marker, note, content }: Interview): Readonly<Record<string, Answer>> => ({
  ...content.answers,
  [markerField]: marker,
  [noteField]: note,
})

/** Every text ever entered in a field, including by actions with an unknown end. */
export const everGiven = (interview: Interview, field: string): readonly string[] => {
  const { edits, unsure, open } = interview
  const begun =
    unsure !== null && typeof unsure.what === 'object' ? unsure.what.answers[field] : null
  return [
    firstAnswers(interview)[field] ?? null,
    ...edits.filter(edit => edit.field === field).map(({ value }) => value),
    begun ?? null,
    open?.change?.answers[field] ?? null,
  ].map(textOfAnswer)
}

/** The possible final values of a field: the last one from each phone; '' where it was cleared. */
export const lastGiven = (interview: Interview, field: string): readonly string[] => {
  const byPhone = new Map(
    interview.edits.filter(edit => edit.field === field).map(({ phone, value }) => [phone, value]),
  )
  const last = byPhone.size > 0 ? [...byPhone.values()] : [firstAnswers(interview)[field] ?? null]
  return last.map(textOfAnswer)
}

/** Every field with an answer. */
export const fieldsOf = (interview: Interview): readonly string[] => [
  ...new Set([
    ...Object.keys(firstAnswers(interview)),
    ...interview.edits.map(({ field }) => field),
  ]),
]

/** An answer that a phone must have until the server does. */
export interface GivenAnswer {
  readonly phone: Phone
  readonly field: string
  readonly text: string
}

/** The last answers of each phone, without cleared ones. */
export const answersGiven = (interview: Interview): readonly GivenAnswer[] => {
  const { phone, edits } = interview
  const byPlace = new Map<string, GivenAnswer>()
  const give = (by: Phone, field: string, value: Answer | null) =>
    byPlace.set(`${by.name} ${field}`, { phone: by, field, text: textOfAnswer(value) })
  for (const [field, value] of Object.entries(firstAnswers(interview))) give(phone, field, value)
  for (const edit of edits) give(edit.phone, edit.field, edit.value)
  return [...byPlace.values()].filter(({ text }) => text !== '')
}

/** Whether a phone other than the one that made an interview edited it too. */
export const isOfTwoPhones = ({ phone, edits, files }: Interview): boolean =>
  [...edits, ...files].some(given => given.phone !== phone)

/** The phones on which its surveyor worked on an interview. */
export const phonesOf = ({ phone, edits, files, deletedOn }: Interview): readonly Phone[] => [
  phone,
  ...edits.map(edit => edit.phone),
  ...files.map(file => file.phone),
  ...(deletedOn === null ? [] : [deletedOn]),
]
