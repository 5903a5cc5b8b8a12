import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'
import { numberText } from '../locale.ts'

/** Words of sections that repeat, and of forms in several languages. */
export const repeats = translatable('repeats.repeats', {
  /** What one of them is called where the form does not say. */
  occurrence: 'Entry',
  title: (label: string, place: number) => `${label} ${numberText(place)}`,
  add: (label: string) => `Add ${label}`,
  remove: (title: string) => `Remove ${title}`,
  removeTitle: (title: string) => `Remove ${title}?`,
  removeMessage: (answered: number) =>
    `${counted(answered, 'answer', 'answers')} and all files in it will not be sent.`,
  removeConfirm: 'Yes, Remove',
  none: 'None yet.',
  most: (count: number) => `At most ${numberText(count)}`,

  language: 'Language of the questions',
  /** The texts as they are, in a form that does not say what language that is. */
  asWritten: 'As written',
})
