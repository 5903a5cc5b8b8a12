import { translatable } from '../catalogue.ts'
import { numberText } from '../locale.ts'

/** Words for what may deserve a second look before Submit. */
export const hints = translatable('hints.hints', {
  title: 'Worth a second look',
  copy: (name: string, when: string) =>
    name === ''
      ? `Nearly all answers are the same as in a submission from today (${when}).`
      : `Nearly all answers are the same as in ${name} (${when}).`,
  number: (value: string, count: number, least: string, most: string) =>
    `${value}; the last ${numberText(count)} answers lie between ${least} and ${most}.`,
  fast: (seconds: string, usual: string, count: number) =>
    `About ${seconds} s for each answer; ${usual} s were usual in the last ${numberText(count)} submissions.`,
  same: (answer: string, count: number) =>
    `From here on, “${answer}” is the answer to ${numberText(count)} questions in a row.`,
  far: (distance: string) => `This position is ${distance} from where you fill in this survey.`,
  known: (name: string) => `This may be registered already: ${name}.`,
  addReason: 'Add a reason',
  reason: 'Reason (optional)',
  goOn: 'If it is right, submit it as it is.',
})
