import { translatable } from '../catalogue.ts'

/** Words for held answers, with which every new interview of a form begins. */
export const held = translatable('held.held', {
  open: 'Same answers next time',
  hint: 'Every new submission of this survey begins with your last answers to the questions that you tick here, until you stop repeating them.',
  choose: 'Answers to reuse',
  nothing: 'Answer a question first. You can then reuse the answer in the next submissions.',
  mark: 'Same as last',
  letGo: 'Stop repeating',
  letGoOf: (question: string) => `Stop repeating: ${question}`,
})
