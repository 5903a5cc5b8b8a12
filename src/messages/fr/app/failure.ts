import type * as english from '../../app/failure.ts'

export const failureWords: typeof english.failureWords = {
  offline: 'Vous êtes hors ligne. Connectez-vous à Internet et réessayez.',
  network: 'Erreur de réseau',
  timeout: 'Le serveur n’a pas répondu à temps',
  invalidResponse: 'Réponse du serveur non valide',
  status: status => `Le serveur a répondu par l’erreur ${status}.`,
  request: id => `(requête ${id})`,
}

export const loads: typeof english.loads = {
  forms: 'Vos enquêtes n’ont pas pu être mises à jour.',
  form: 'Une enquête n’a pas pu être mise à jour.',
  submissions: 'Vos soumissions n’ont pas pu être mises à jour.',
  stats: 'Les chiffres n’ont pas pu être chargés.',
}
