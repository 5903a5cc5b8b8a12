import { translatable } from '../catalogue.ts'
import { numberText } from '../locale.ts'

/** Words for what may deserve a second look before Submit. */
export const hints = translatable('hints.hints', {
  title: 'Worth a second look',
  copy: (name: string, when: string) =>
    name === ''
      ? `Nearly all answers are the same as in an interview from today (${when}).`
      : `Nearly all answers are the same as in ${name} (${when}).`,
  number: (value: string, count: number, least: string, most: string) =>
    `${value}; the last ${numberText(count)} answers lie between ${least} and ${most}.`,
  goOn: 'If it is right, submit it as it is.',
})
