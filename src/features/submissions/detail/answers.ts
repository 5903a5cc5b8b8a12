import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { answerAt, answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { takesFiles } from '../../../../replication/wire/field-types.ts'
import { namedOptions, optionWords, readAnswer } from '../../../form/answers/reading.ts'
import type { Answered } from '../../../form/answers/answered.ts'
import { readSubmitted, type Sent } from '../../../form/answers/submitted.ts'
import type {
  CompiledField,
  CompiledSection,
  FormLists,
} from '../../../form/definition/compiled-form.ts'
import { occurrenceName } from '../../../form/texts/occurrence-name.ts'
import { keysOf, plainText } from '../../../form/texts/rich-text.ts'
import { tieIdsOf } from '../../../form/definition/form-shape.ts'
import { joinedText } from '../../../form/types/field-type.ts'
import { readingText } from '../../../interviews/reading-text.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { hiddenSecret, submission as words } from '../../../messages/submissions/submission.ts'
import { shownFiles, type ShownFile } from '../../../files/shown-files.ts'
import { languageToRead } from '../../../interviews/language-to-read.ts'

/** One numbered field and its answer. */
export interface ShownAnswer {
  readonly key: string
  /** From 1, over all fields that were asked; null for the others. */
  readonly number: number | null
  readonly label: string
  /** 'Not provided' without an answer. */
  readonly text: string
  /** Shown in place of the text when there are any. */
  readonly files: readonly ShownFile[]
  readonly isMissing: boolean
  /** False for a field that the rules of the form did not ask for. */
  readonly wasShown: boolean
}

/** A section of the form with its answers, as the detail screen lists it. */
interface ShownSection {
  readonly key: string
  readonly name: string
  /** Shown on request: what is not asked for, and a section without any answer. */
  readonly isFolded?: boolean
  /** What is said of a folded section. */
  readonly summary?: string
  readonly answers: readonly ShownAnswer[]
}

/**
 * A submission for reading: what was asked or answered, in the form's order and with the numbers of the fill screen
 * (2.submission-detail). Unseen calculations, and answers to fields that the form no longer has, come last, so that
 * none is hidden.
 */
export const shownSections = (
  questions: readonly FormQuestionDoc[],
  submission: Sent,
  lists: FormLists = new Map(),
  language?: string,
): readonly ShownSection[] => {
  const read = readSubmitted(questions, submission, lists, languages =>
    languageToRead(language, languages),
  )
  const keysByField = groupKeys(submission)
  const rowsOf = (fields: readonly CompiledField[]): readonly ShownAnswer[] =>
    fields.flatMap(field =>
      answerKeysOf(field, keysByField).map(key => toShown(read, field, key, submission)),
    )
  const isUnseen = ({ logic, type }: CompiledField) =>
    type === 'NOTE' || (logic?.calculate !== undefined && logic.show_calculation !== true)
  const sections = read.form.sections.map(section => {
    const answers = rowsOf(section.fields.filter(field => !isUnseen(field))).filter(
      ({ isMissing, wasShown }) => !isMissing || wasShown,
    )
    const isEmpty = answers.every(({ isMissing }) => isMissing)
    return {
      key: section.id,
      name: nameOf(read, section),
      ...(isEmpty ? { isFolded: true, summary: words.notProvided } : {}),
      answers,
    }
  })
  // The keys of repeats within repeats say nothing: the names of the sections do.
  const ties = tieIdsOf(read.form.template)
  const workedOut = rowsOf(
    read.form.fields.filter(field => isUnseen(field) && !ties.has(field.fieldId)),
  ).filter(({ isMissing }) => !isMissing)
  const known = new Set(read.form.fields.map(({ fieldId }) => fieldId))
  const others = [...keysByField]
    .filter(([fieldId]) => !known.has(fieldId))
    .flatMap(([fieldId, keys]) => keys.map(key => unaskedAnswer(fieldId, key, submission)))
  return [
    ...sections,
    { key: 'worked out', name: words.workedOut, isFolded: true, answers: workedOut },
    { key: 'others', name: words.otherAnswers, answers: others },
  ].filter(({ answers }) => answers.length > 0)
}

const nameOf = (read: Answered, section: CompiledSection): string => {
  const { id, name, occurrence, continues } = section
  if (continues !== null) return fill.continued(nameOf(read, continues))
  const outer = occurrence?.repeat.outer ?? null
  const written =
    occurrence === null
      ? name
      : repeats.title(occurrence.repeat.label || repeats.occurrence, occurrence.place + 1)
  const title = plainText(written, key => read.logic.headings.get(id).get(key) ?? '…')
  const recognized =
    occurrence === null || keysOf(written).length > 0
      ? ''
      : occurrenceName(section, read.logic, read.answer)
  const own = recognized === '' ? title : `${title} – ${recognized}`
  return outer === null ? own : `${nameOf(read, outer)}${repeats.within}${own}`
}

/** A field that is asked once may hold several answers, from a server that does not know occurrences. */
const answerKeysOf = (
  { fieldId, occurrence, repeatId }: CompiledField,
  keysByField: ReadonlyMap<string, readonly string[]>,
): readonly string[] =>
  (repeatId === null ? keysByField.get(fieldId) : undefined) ?? [answerKey(fieldId, occurrence)]

const toShown = (
  { logic, wasShown, numberOf }: Answered,
  field: CompiledField,
  key: string,
  submission: Sent,
): ShownAnswer => {
  const answer = answerAt(submission.answers, key)
  const filled = (text: string): string => plainText(text, fill => logic.fill(field, fill))
  const options = namedOptions(field, logic, answer ?? []).map(option => ({
    ...option,
    label: optionWords(field, option, filled),
  }))
  const text = answerText({ ...field, options }, answer)
  const files = takesFiles(field.type) ? shownFiles(submission, key) : []
  return {
    key,
    number: numberOf(field) || null,
    label: filled(field.label),
    text: text || words.notProvided,
    files,
    isMissing: text === '' && files.length === 0,
    wasShown: wasShown(field),
  }
}

/** The answer keys of each field; occurrences of a repeat in their order. */
const groupKeys = ({ answers, files }: Sent): Map<string, string[]> => {
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

/** '' for none. */
const answerText = ({ type, options, appearance }: CompiledField, answer: Answer = ''): string => {
  const reading = readAnswer(type, answer, options, appearance)
  switch (reading.kind) {
    case 'none':
    case 'incomplete':
      return ''
    case 'secret':
      return hiddenSecret
    case 'files':
      return reading.text
  }
  return readingText(reading)
}

/** An answer to a question that the form no longer has. */
const unaskedAnswer = (fieldId: string, key: string, submission: Sent): ShownAnswer => {
  const answer = submission.answers[key] ?? ''
  const isMissing = [answer].flat().every(part => part.trim() === '')
  return {
    key,
    number: null,
    label: fieldId,
    text: isMissing ? words.notProvided : joinedText(answer),
    files: submission.files.some(file => file.field_id === fieldId)
      ? shownFiles(submission, key)
      : [],
    isMissing,
    wasShown: true,
  }
}
