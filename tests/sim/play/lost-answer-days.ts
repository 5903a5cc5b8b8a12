import { answer, finish, finishWith, give, recovered, refreshed, reopen } from './content-steps.ts'
import type { PlannedDay } from './days.ts'
import { edit, fault, fetchLists, pass, sync } from './steps.ts'

/** Days on which the answer to a POST is lost, and the sent interview must be found again. */

const posts = '/form-submissions'
const lostAnswer = fault({ path: posts, method: 'POST', reaches: 'yes', answer: 'break' })

const twoPhones = [1, 1]

/** An answer is lost once, on a server with a habit. */
const lostOnce = (
  quirks: NonNullable<PlannedDay['quirks']>,
  answers: Readonly<Record<string, string>> = {},
): PlannedDay => ({
  shape: twoPhones,
  server: 'plain',
  quirks,
  steps: [lostAnswer, give('once', [], { answers }), pass, sync(), pass, sync()],
})

/** Each by what it shows. */
export const lostAnswerDays: Readonly<Record<string, PlannedDay>> = {
  'an interview opened from Recovery is on the phone once though it had arrived': {
    shape: twoPhones,
    steps: [...recovered('twice'), reopen('twice'), refreshed, finish('twice')],
  },
  'an answer cleared after a lost answer stays cleared': {
    shape: twoPhones,
    steps: [
      ...recovered('clear'),
      reopen('clear'),
      finishWith('clear', 'text', null),
      pass,
      sync(),
    ],
  },
  'an answer that was cleared before the answer came stays cleared': {
    shape: twoPhones,
    steps: [lostAnswer, give('wiped'), answer('wiped', 'text', null), pass, sync()],
  },
  'an interview edited in Recovery is found on a server without keys': {
    shape: twoPhones,
    server: 'plain',
    steps: [
      ...recovered('mended'),
      reopen('mended'),
      finishWith('mended', 'text', 'other words'),
      pass,
      sync(),
    ],
  },
  'a text in brackets is found after a lost answer': lostOnce({}, { text: '[12]' }),
  'a text of a server that trims is found after a lost answer': lostOnce(
    { trims: true },
    { text: '  words  ' },
  ),
  'a place with fewer decimals is found after a lost answer': lostOnce({ decimals: 6 }),
  'a time without a zone is found after a lost answer': lostOnce({ times: 'no zone' }),
  'a number that comes back as one is found after a lost answer': lostOnce(
    { numbers: true },
    { number: '12.50' },
  ),
  'answers in another order are found after a lost answer': lostOnce({ reorders: true }),
  'a text in brackets stays a text': {
    shape: twoPhones,
    steps: [
      give('text', [], { answers: { text: '[1,2]' } }),
      fetchLists,
      edit('text', 'a'),
      sync(),
    ],
  },
}
