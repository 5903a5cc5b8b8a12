import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { readAnswer } from '../../../form/answers/reading.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { dateText } from '../../../messages/app/time.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { optionLabel } from '../texts/option-label.ts'

/** More of an answer than this is not needed to recognize it. */
const longest = 200

/** An answer as it is read over before it is submitted: labels in place of values, never a secret; '' for none. */
export const answerText = (
  { type, options }: CompiledField,
  answer: Answer,
  fileNames: readonly string[],
): string => {
  const reading = readAnswer(type, answer, options)
  switch (reading.kind) {
    case 'none':
      return ''
    case 'secret':
      return fill.secret
    case 'files':
      return fileNames.join(', ')
    case 'options':
      return shorten(reading.chosen.map(optionLabel).join(', '))
    case 'text':
    case 'incomplete':
      return shorten(reading.text.trim())
    case 'day':
      return dateText(`${reading.text}T12:00`) || reading.text
  }
}

const shorten = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text
