import { afterEach, expect, test } from 'vitest'
import { answerText } from '../../src/features/fill/review/answer-text.ts'
import { interviewName } from '../../src/interviews/interview-name.ts'
import { readingText } from '../../src/interviews/reading-text.ts'
import * as arabic from '../../src/messages/ar/arabic.ts'
import { setWords } from '../../src/messages/catalogue.ts'
import { restoredText } from '../../src/messages/device/backup.ts'
import { compile, fieldOf, question } from '../form/form-fixtures.ts'

/** Lists in one line have the comma of the language. */

afterEach(() => setWords(null))

const restored = { submissions: 1, drafts: 0, recovery: 0, profile: true, files: 0, known: 0 }

test('in Arabic an answer, a name, the files of a question and what a backup brought have its own comma', () => {
  setWords(arabic)
  const option = (label: string) => ({ value: label, label })
  expect(readingText({ kind: 'options', chosen: [option('بئر'), option('نهر')] })).toBe('بئر، نهر')
  const fields = ['village', 'head'].map(field_id => ({ field_id, type: 'TEXT' }))
  expect(interviewName({ village: 'رامبور', head: 'مينا' }, fields)).toBe('رامبور، مينا')
  const photos = fieldOf(compile([question('photos', { type: 'IMAGE' })]), 'photos')
  expect(answerText(photos, '', ['1.jpg', '2.jpg'])).toBe('1.jpg، 2.jpg')
  expect(restoredText(restored)).toContain('، ')
})
