import type { review as english } from './english.ts'

/** The words of reviews in French. */
export const review: typeof english = {
  title: 'Vérification',
  toReview: 'À vérifier',
  state: {
    received: 'Reçue',
    correction: 'En attente d’une correction',
    corrected: 'Corrigée par l’enquêteur',
    accepted: 'Acceptée',
    rejected: 'Rejetée',
  },
  accept: 'Accepter',
  reject: 'Rejeter',
  askToCorrect: 'Demander une correction',
  takeBack: 'Annuler la décision',
  commentFirst: 'Écrivez d’abord une remarque, pour que l’enquêteur sache quoi corriger.',
  comment: 'Remarque',
  commentOn: question => `Remarque sur : ${question}`,
  onWhole: 'Remarques sur toute la soumission',
  yourComment: 'Votre remarque, que l’enquêteur lira sur son téléphone',
  send: 'Envoyer',
  cancel: 'Annuler',
  surveyor: 'Enquêteur',
  until: when => `Jusqu’au ${when}`,
  wasEmpty: 'aucune réponse',
  gone: 'Réponses qui ne sont plus là',
  changed:
    'Cette soumission a été modifiée entre-temps. Rien n’a été décidé. Voici ce qui a changé :',
  nowState: 'L’état',
  newComments: 'Remarques',
}
