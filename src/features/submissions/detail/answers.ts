import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { parseMore, parseOptions } from '../../../../replication/wire/forms.ts'
import { takesFiles, toFieldType } from '../../../../replication/wire/field-types.ts'
import { readAnswer } from '../../../form/answers/reading.ts'
import { plainText as plainWords } from '../../../form/texts/rich-text.ts'
import { plainText } from '../../../form/types/field-type.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { hiddenSecret, submission as words } from '../../../messages/submissions/submission.ts'
import { dateText } from '../../../messages/app/time.ts'
import { shownFiles, type ShownFile } from '../files/files.ts'

/** One numbered field and its answer. */
export interface ShownAnswer {
  readonly key: string
  /**
   * From 1, over all fields that are asked and shown; null for unseen calculations and for questions that the form no
   * longer has.
   */
  readonly number: number | null
  readonly label: string
  /** 'Not provided' without an answer. */
  readonly text: string
  /** Shown in place of the text when there are any. */
  readonly files: readonly ShownFile[]
}

/** A section of the form with its answers, as the detail screen lists it. */
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
 * A submission for reading: the form's sections and fields in their order, each with its answer (2.submission-detail).
 * Answers to fields that the form no longer has come last, so that none is hidden.
 */
export const shownSections = (
  questions: readonly Question[],
  submission: Answered,
): readonly ShownSection[] => {
  const keysByField = groupKeys(submission)
  const sections = groupBySection(numbered(questions)).flatMap(members => {
    const shown = sectionsOf(members, keysByField, submission)
    for (const { question } of members) keysByField.delete(question.field_id)
    return shown
  })
  const others = [...keysByField].flatMap(([fieldId, keys]) =>
    keys.map(key => ({
      key,
      number: null,
      label: fieldId,
      text: unaskedText(submission.answers[key]),
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
  readonly number: number | null
}

/** The questions with their numbers. A note has no answer, so it is left out. */
const numbered = (questions: readonly Question[]): readonly Numbered[] => {
  let number = 0
  return questions
    .filter(({ type }) => toFieldType(type) !== 'NOTE')
    .map(question => {
      const { calculate, show_calculation: isShown } = parseMore(question.logic)
      if (calculate !== undefined && isShown !== true) return { question, number: null }
      number += 1
      return { question, number }
    })
}

/** A text of the form in plain words, with answers filled in. */
const spoken = (text: string, { answers }: Answered, occurrence: number): string =>
  plainWords(text, id => plainText(answers[answerKey(id, occurrence)] ?? answers[id] ?? '…'))

/** Groups consecutive questions of the same section. */
const groupBySection = (questions: readonly Numbered[]): readonly (readonly Numbered[])[] => {
  const groups: Numbered[][] = []
  for (const one of questions) {
    const last = groups.at(-1)
    if (last?.[0]?.question.section_id === one.question.section_id) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** The section once, or once per occurrence that has an answer. */
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
    return [{ key: id, name: spoken(name, submission, 0), answers: rowsOf(orNone) }]
  }
  const numbers = members
    .flatMap(({ question }) => keysOf(question))
    .map(key => fieldOfAnswerKey(key).occurrence)
  const occurrences = [...new Set(numbers)].sort((a, b) => a - b)
  return occurrences.map((occurrence, place) => ({
    key: `${id}#${occurrence}`,
    name: spoken(
      repeats.title(repeat.label || name || repeats.occurrence, place + 1),
      submission,
      occurrence,
    ),
    answers: rowsOf(({ field_id }) => [answerKey(field_id, occurrence)]),
  }))
}

const toShown = (
  question: Question,
  number: number | null,
  key: string,
  submission: Answered,
): ShownAnswer => ({
  key,
  number,
  label: spoken(question.label || question.name, submission, fieldOfAnswerKey(key).occurrence),
  text: answerText(question, submission.answers[key]),
  files: takesFilesAs(question) ? shownFiles(submission, key) : [],
})

/** The answer keys of each field; occurrences of a repeat in their order. */
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

const takesFilesAs = ({ type }: Question): boolean => takesFiles(toFieldType(type))

const answerText = ({ type, options }: Question, answer: Answer = ''): string => {
  const reading = readAnswer(toFieldType(type), answer, parseOptions(options))
  switch (reading.kind) {
    case 'none':
    case 'incomplete':
      return words.notProvided
    case 'secret':
      return hiddenSecret
    case 'text':
      return reading.text
    case 'files':
      return reading.text || words.notProvided
    case 'day':
      return dayText(reading.text)
    case 'options':
      return reading.chosen.map(({ label }) => plainWords(label, () => '…')).join(', ')
  }
}

/** The text of an answer whose question the form no longer has. */
const unaskedText = (answer: Answer = ''): string =>
  [answer].flat().some(part => part.trim() !== '') ? plainText(answer) : words.notProvided

/** A day has no time zone: it is read as a day of the device's own. */
const dayText = (text: string): string => {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (day === null) return text
  return dateText(new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])).getTime()) || text
}
