import { translatable } from '../catalogue.ts'
import { numberText } from '../locale.ts'

/** Words for what the office says of a submission. */
export const review = translatable('review.review', {
  toCorrect: (count: number) => `To correct (${numberText(count)})`,
  state: {
    received: 'Received',
    correction: 'To correct',
    corrected: 'Corrected',
    accepted: 'Accepted',
    rejected: 'Not accepted',
  },
  title: 'The office asks you to correct this',
  howTo: 'Change what is wrong, or reply. Then submit.',
  comments: 'Comments of the office',
  commentsOn: (question: string) => `Comments on: ${question}`,
  onWhole: 'On the whole submission',
  you: 'You',
  reply: 'Reply',
  yourReply: 'Your reply',
  correct: 'Correct it',
})
