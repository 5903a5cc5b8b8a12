import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { parseMore, parseOptions } from '../../../../replication/wire/forms.ts'
import { phoneMaxDigits, phoneMinDigits } from '../../../limits.ts'
import { repeats } from '../../../messages/repeats.ts'
import { hiddenSecret, submission as words } from '../../../messages/submission.ts'
import { dateText } from '../../../messages/time.ts'
import { shownFiles, type ShownFile } from './files.ts'

/** One numbered field and what was answered. */
export interface ShownAnswer {
  readonly key: string
  /** From 1, through all sections; null for answers that the form no longer asks for. */
  readonly number: number | null
  readonly label: string
  /** 'Not provided' when there is none. */
  readonly text: string
  /** In place of the text when there are any. */
  readonly files: readonly ShownFile[]
}

/** A section of the form with its answers, as the detail screen lists them. */
export interface ShownSection {
  readonly key: string
  readonly name: string
  readonly answers: readonly ShownAnswer[]
}

type Question = Pick<
  FormQuestionDoc,
  'field_id' | 'section_id' | 'section_name' | 'label' | 'name' | 'type' | 'options' | 'logic'
>
type Answered = Pick<SubmissionDoc, 'answers' | 'files'>

/**
 * A submission as it is read: the form's sections and fields in their order, each with its answer
 * (2.submission-detail). Answers to fields that the form no longer has come last: nothing is hidden.
 */
export const shownSections = (
  questions: readonly Question[],
  submission: Answered,
): readonly ShownSection[] => {
  const keysByField = groupKeys(submission)
  const numbered = questions.map((question, at): Numbered => ({ question, number: at + 1 }))
  const sections = groupBySection(numbered).flatMap(members => {
    const shown = sectionsOf(members, keysByField, submission)
    for (const { question } of members) keysByField.delete(question.field_id)
    return shown
  })
  const others = [...keysByField].flatMap(([fieldId, keys]) =>
    keys.map(key => ({
      key,
      number: null,
      label: fieldId,
      text: plainText(submission.answers[key]),
      files: submission.files.some(file => file.field_id === fieldId)
        ? shownFiles(submission, key)
        : [],
    })),
  )
  return others.length === 0
    ? sections
    : [...sections, { key: 'others', name: words.otherAnswers, answers: others }]
}

interface Numbered {
  readonly question: Question
  readonly number: number
}

/** Questions of one section that stand together. */
const groupBySection = (questions: readonly Numbered[]): readonly (readonly Numbered[])[] => {
  const groups: Numbered[][] = []
  for (const one of questions) {
    const last = groups.at(-1)
    if (last?.[0]?.question.section_id === one.question.section_id) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** A section once, or once for each occurrence that something was answered in. */
const sectionsOf = (
  members: readonly Numbered[],
  keysByField: ReadonlyMap<string, readonly string[]>,
  submission: Answered,
): readonly ShownSection[] => {
  const first = members[0]?.question
  if (first === undefined) return []
  const { section_id: id, section_name: name } = first
  const repeat = parseMore(first.logic).section_repeat
  const keysOf = ({ field_id }: Question) => keysByField.get(field_id) ?? []
  const rowsOf = (keysFor: (question: Question) => readonly string[]) =>
    members.flatMap(({ question, number }) =>
      keysFor(question).map(key => toShown(question, number, key, submission)),
    )
  if (repeat === undefined) {
    const orNone = (question: Question) => {
      const keys = keysOf(question)
      return keys.length > 0 ? keys : [answerKey(question.field_id)]
    }
    return [{ key: id, name, answers: rowsOf(orNone) }]
  }
  const numbers = members
    .flatMap(({ question }) => keysOf(question))
    .map(key => fieldOfAnswerKey(key).occurrence)
  const occurrences = [...new Set(numbers)].sort((a, b) => a - b)
  return occurrences.map((occurrence, place) => ({
    key: `${id}#${occurrence}`,
    name: repeats.title(repeat.label || name || repeats.occurrence, place + 1),
    answers: rowsOf(({ field_id }) => [answerKey(field_id, occurrence)]),
  }))
}

const toShown = (
  question: Question,
  number: number,
  key: string,
  submission: Answered,
): ShownAnswer => ({
  key,
  number,
  label: question.label || question.name,
  text: answerText(question, submission.answers[key]),
  files: isFileType(question.type) ? shownFiles(submission, key) : [],
})

/** The answer keys of each field, the occurrences of a repeat in their order. */
const groupKeys = ({ answers, files }: Answered): Map<string, string[]> => {
  const keys = new Set([
    ...Object.keys(answers),
    ...files.map(file => answerKey(file.field_id, file.occurrence)),
  ])
  const byField = new Map<string, string[]>()
  for (const key of [...keys].sort(byOccurrence)) {
    const { fieldId } = fieldOfAnswerKey(key)
    byField.set(fieldId, [...(byField.get(fieldId) ?? []), key])
  }
  return byField
}

const byOccurrence = (one: string, other: string): number =>
  fieldOfAnswerKey(one).occurrence - fieldOfAnswerKey(other).occurrence

const isFileType = (type: string): boolean => type === 'FILE' || type === 'IMAGE'

const answerText = (question: Question, answer: Answer | undefined): string => {
  switch (question.type) {
    case 'RADIO':
    case 'SELECT':
    case 'CHECKBOX':
      return plainText(toLabels(answer, question.options))
    case 'DATE':
      return dayText(plainText(answer))
    case 'TEL':
      return isPhone(plainText(answer)) ? plainText(answer) : words.notProvided
    case 'PASSWORD':
      return isEmpty(answer) ? words.notProvided : hiddenSecret
    default:
      return plainText(answer)
  }
}

const isEmpty = (answer: Answer | undefined): boolean =>
  answer === undefined ||
  (typeof answer === 'string' ? answer.trim() === '' : answer.every(part => part.trim() === ''))

const plainText = (answer: Answer | undefined): string => {
  if (answer === undefined || isEmpty(answer)) return words.notProvided
  return typeof answer === 'string' ? answer : answer.join(', ')
}

const toLabels = (answer: Answer | undefined, options: string): Answer | undefined => {
  if (answer === undefined) return undefined
  const labels = new Map(parseOptions(options).map(({ value, label }) => [value, label]))
  const toLabel = (value: string) => labels.get(value) ?? value
  return typeof answer === 'string' ? toLabel(answer) : answer.map(toLabel)
}

/** A day has no time zone: it is read as one of the device's own. */
const dayText = (text: string): string => {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (day === null) return text
  return dateText(new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])).getTime()) || text
}

/** A number that holds only the country prefix, or too few digits to be one, was not provided. */
const isPhone = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').length
  return digits >= phoneMinDigits && digits <= phoneMaxDigits
}
