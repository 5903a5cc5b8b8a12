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

export const boundary: typeof english.boundary = {
  title: 'Une erreur est survenue',
  message: 'Ce que vous avez saisi est conservé sur cet appareil.',
  notLoaded: 'Cet écran n’est pas encore sur cet appareil. Connectez-vous à Internet et réessayez.',
  dashboard: 'Aller au tableau de bord',
  tryAgain: 'Réessayer',
  refresh: 'Recharger la page',
  details: 'Détails',
}

export const sessions: typeof english.sessions = {
  over: 'Veuillez vous reconnecter',
}

export const retired: typeof english.retired = {
  title: 'Application mise à jour',
  message:
    'Une version plus récente de cette application est ouverte dans un autre onglet. Tout ce que vous avez saisi est sur cet appareil ; rechargez pour continuer ici.',
  reload: 'Recharger',
}
