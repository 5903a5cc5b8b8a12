import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'
import { numberText } from '../locale.ts'

/** Words for sections that repeat, and for forms in several languages. */
export const repeats = translatable('repeats.repeats', {
  /** The name of an occurrence where the form has none for it. */
  occurrence: 'Entry',
  // A form's label may be singular or plural, in any language, so no sentence can hold it.
  title: (label: string, place: number) => `${label} · ${numberText(place)}`,
  /** Between the name of an occurrence and of one within it; a right-to-left language mirrors it. */
  within: ' › ',
  add: (label: string) => `Add: ${label}`,
  remove: (title: string) => `Remove ${title}`,
  removeTitle: (title: string) => `Remove ${title}?`,
  removeMessage: (answered: number) =>
    `${counted(answered, 'answer', 'answers')} and all files in it will not be sent.`,
  removeConfirm: 'Yes, Remove',
  none: 'None yet.',
  most: (count: number) => `At most ${numberText(count)}`,

  language: 'Language of the questions',
  /** The form's plain texts, whose language the form does not name. */
  asWritten: 'As written',
})
