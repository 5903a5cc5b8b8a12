import type { FormQuestionDoc } from '../../../../collections/form-questions.ts'
import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/submissions.ts'
import { parseOptions } from '../../../../replication/wire/forms.ts'
import { phoneMaxDigits, phoneMinDigits } from '../../../limits.ts'
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

export interface ShownSection {
  readonly key: string
  readonly name: string
  readonly answers: readonly ShownAnswer[]
}

type Question = Pick<
  FormQuestionDoc,
  'field_id' | 'section_id' | 'section_name' | 'label' | 'name' | 'type' | 'options'
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
  const sections: { key: string; name: string; answers: ShownAnswer[] }[] = []
  for (const [at, question] of questions.entries()) {
    let section = sections.at(-1)
    if (section === undefined || section.key !== question.section_id) {
      section = { key: question.section_id, name: question.section_name, answers: [] }
      sections.push(section)
    }
    const keys = keysByField.get(question.field_id) ?? [answerKey(question.field_id)]
    keysByField.delete(question.field_id)
    for (const key of keys) {
      section.answers.push({
        key,
        number: at + 1,
        label: question.label || question.name,
        text: answerText(question, submission.answers[key]),
        files: isFileType(question.type) ? shownFiles(submission, key) : [],
      })
    }
  }
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

/** The answer keys of each field, the occurrences of a repeat in their order. */
const groupKeys = ({ answers, files }: Answered): Map<string, string[]> => {
  const keys = new Set([...Object.keys(answers), ...files.map(file => answerKey(file.field_id))])
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
