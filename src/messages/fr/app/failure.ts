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

export const insecure: typeof english.insecure = {
  title: 'Cette adresse n’est pas sécurisée',
  message:
    'L’application chiffre ce qu’elle garde sur cet appareil, et votre navigateur ne le permet qu’à une adresse sécurisée. Ouvrez-la avec https://, ou sur cette machine avec http://localhost.',
}

export const cannotStart: typeof english.cannotStart = {
  title: 'L’application n’a pas pu démarrer',
  message:
    'Le navigateur ne laisse pas l’application lire ce qui est gardé sur cet appareil. L’application n’a rien supprimé. Dans les réglages du navigateur, autorisez ce site à enregistrer des données et des cookies, ou redémarrez l’appareil, puis réessayez.',
}

export const retired: typeof english.retired = {
  title: 'Application mise à jour',
  message:
    'Une version plus récente de cette application est ouverte dans un autre onglet. Tout ce que vous avez saisi est sur cet appareil ; rechargez pour continuer ici.',
  reload: 'Recharger',
}
