import type * as english from '../../app/cannot-start.ts'

export const cannotStart: typeof english.cannotStart = {
  title: 'L’application n’a pas pu démarrer',
  message:
    'Le navigateur ne laisse pas l’application lire ce qui est gardé sur cet appareil. L’application n’a rien supprimé. Dans les réglages du navigateur, autorisez ce site à enregistrer des données et des cookies, ou redémarrez l’appareil, puis réessayez.',
}

export const insecure: typeof english.insecure = {
  title: 'Cette adresse n’est pas sécurisée',
  message:
    'L’application chiffre ce qu’elle garde sur cet appareil, et votre navigateur ne le permet qu’à une adresse sécurisée. Ouvrez-la avec https://, ou sur cette machine avec http://localhost.',
}
