import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The top of Dashboard and Projects: unfinished work, and the next interview. */
export const home = translatable('home.home', {
  unfinished: 'Unfinished submissions',
  newUnnamed: 'New interview',
  editOf: 'Edit',
  answers: (count: number) => counted(count, 'answer', 'answers'),
  showAll: (count: number) => `Show all ${count}`,
  needsYou: 'Needs attention',
  recovery: (count: number) => `${counted(count, 'entry', 'entries')} in Recovery`,
  recoveryHint: 'See why, and what to do.',
  waitsLong: (count: number) => `${counted(count, 'item waits', 'items wait')} to be sent`,
  waitsSince: (when: string) => `Oldest: ${when}`,
  next: 'New interview',
  nextOf: (form: string) => `New interview: ${form}`,
})
