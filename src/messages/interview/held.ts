import { translatable } from '../catalogue.ts'

/** Words for held answers, with which every new interview of a form begins. */
export const held = translatable('held.held', {
  open: 'Same answers next time',
  hint: 'Every new interview of this form begins with your last answers to the questions that you tick here, until you stop repeating them.',
  choose: 'Answers to reuse',
  nothing: 'Answer a question first. You can then reuse the answer in the next interviews.',
  mark: 'Same as last',
  letGo: 'Stop repeating',
  letGoOf: (question: string) => `Stop repeating: ${question}`,
})
