import type * as english from '../../account/lock.ts'
import { counted } from '../plural.ts'

export const lock: typeof english.lock = {
  title: 'L’application est verrouillée',
  intro:
    'Votre travail est sur cet appareil. Rien n’est envoyé tant que vous ne déverrouillez pas.',
  pin: 'Code PIN',
  show: 'Afficher le code',
  hide: 'Masquer le code',
  unlock: 'Déverrouiller',
  unlocking: 'Déverrouillage...',
  wrong: 'Ce n’est pas le bon code.',
  tooMany: time => `Trop de codes faux. Réessayez dans ${time}.`,
  failed: 'Cela n’a pas marché. Rien n’a changé. Veuillez réessayer.',
  forgot: 'Code oublié ?',
  forgotHelp:
    'Connectez-vous avec votre mot de passe et Internet. Rien de ce qui n’est pas envoyé n’est perdu. Le code est alors supprimé, et vous pouvez en choisir un autre dans les Réglages.',
  signIn: 'Se connecter sans le code',
  otherSurveyor: 'Se connecter sous un autre nom',
}

export const pin: typeof english.pin = {
  heading: 'Verrouillage',
  row: 'Code PIN',
  off: 'Désactivé',
  on: minutes => `Activé, verrouille après ${minutes} sans utilisation`,
  about:
    'L’application demande le code au démarrage et après un temps sans utilisation. Tant qu’elle est verrouillée, personne ne peut lire votre travail sur cet appareil.',
  nothingSent: 'Rien n’est envoyé tant que l’application est verrouillée.',
  forget: 'Si vous oubliez le code, il faut votre mot de passe et Internet.',
  checking: 'Vérification...',
  needsInternet:
    'Choisir un code demande Internet une fois. Connectez-vous à Internet, puis rouvrez ceci.',
  plainServer:
    'Votre serveur ne peut pas aider en cas d’oubli du code, et votre travail serait perdu. Aucun code n’est donc possible.',
  signOutFirst:
    'Vos données sur cet appareil datent d’avant le code PIN. Quand tout est envoyé, déconnectez-vous puis reconnectez-vous une fois. Vous pourrez alors choisir un code.',
  choose: 'Nouveau code',
  chooseHelp: 'Au moins 4 chiffres, mieux 6.',
  repeat: 'Nouveau code, encore une fois',
  current: 'Code actuel',
  short: 'Au moins 4 chiffres.',
  obvious: 'Ce code est trop facile à deviner. Évitez une année ou des chiffres qui se suivent.',
  differs: 'Les deux codes sont différents.',
  after: 'Verrouiller après',
  minutes: count => counted(count, 'minute', 'minutes'),
  set: 'Activer le code',
  change: 'Changer le code',
  remove: 'Supprimer le code',
  busy: 'Un instant...',
  lockNow: 'Verrouiller',
  wasSet: 'Le code est activé.',
  wasChanged: 'Le code a été changé.',
  wasRemoved: 'Le code a été supprimé.',
}
