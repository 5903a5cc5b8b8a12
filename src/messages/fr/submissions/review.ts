import { numberText } from '../../locale.ts'
import type * as english from '../../submissions/review.ts'

export const review: typeof english.review = {
  toCorrect: count => `À corriger (${numberText(count)})`,
  state: {
    received: 'Reçue',
    correction: 'À corriger',
    corrected: 'Corrigée',
    accepted: 'Acceptée',
    rejected: 'Non acceptée',
  },
  title: 'Le bureau vous demande de corriger',
  howTo: 'Changez ce qui est faux, ou répondez. Puis envoyez.',
  comments: 'Remarques du bureau',
  commentsOn: question => `Remarques sur : ${question}`,
  onWhole: 'Sur toute la soumission',
  you: 'Vous',
  reply: 'Répondre',
  yourReply: 'Votre réponse',
  correct: 'Corriger',
}
