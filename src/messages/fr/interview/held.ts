import type * as english from '../../interview/held.ts'

export const held: typeof english.held = {
  open: 'Mêmes réponses la prochaine fois',
  hint: 'Chaque nouvelle soumission de ce formulaire commence par la dernière réponse à ce que vous cochez ici, jusqu’à ce que vous y renonciez.',
  choose: 'Réponses à garder',
  nothing: 'Répondez d’abord à une question. Sa réponse pourra alors être gardée pour la suite.',
  mark: 'Comme la dernière fois',
  letGo: 'Ne plus garder',
  letGoOf: question => `Ne plus garder : ${question}`,
}
