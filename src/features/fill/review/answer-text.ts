import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { readAnswer } from '../../../form/answers/reading.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { common } from '../../../messages/app/common.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { readingText } from '../../../interviews/reading-text.ts'

/** The longest text that is shown of an answer in a list, enough to recognize it. */
const longest = 200

/**
 * An answer for review before submitting: labels in place of values, never a secret; '' for none. A text of more than
 * `most` characters is cut.
 */
export const answerText = (
  { type, options, appearance }: CompiledField,
  answer: Answer,
  fileNames: readonly string[],
  most = longest,
): string => {
  const reading = readAnswer(type, answer, options, appearance)
  switch (reading.kind) {
    case 'none':
      return ''
    case 'secret':
      return fill.secret
    case 'files':
      return fileNames.join(common.comma)
    case 'incomplete':
      return shorten(reading.text.trim(), most)
  }
  return shorten(readingText(reading), most)
}

const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text
