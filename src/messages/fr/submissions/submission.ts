import type * as english from '../../submissions/submission.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const submission: typeof english.submission = {
  title: 'Soumission',
  loading: 'Chargement de la soumission',
  location: 'Lieu',
  accuracy: metres => `Précis à ${metres} m près`,
  locatedHours: count => `Localisée ${counted(count, 'heure', 'heures')} après la première réponse`,
  locatedDays: count => `Localisée ${counted(count, 'jour', 'jours')} après la première réponse`,
  showMap: 'Voir sur une carte',
  hideMap: 'Masquer la carte',
  map: 'Carte avec les lieux de cette soumission ; la liste en dessous contient les mêmes',
  madeAt: 'Lieu de la saisie',
  dateTime: 'Date et heure',
  status: 'État',
  filesPending: count => counted(count, 'fichier encore à envoyer', 'fichiers encore à envoyer'),
  notProvided: 'Non renseigné',
  otherAnswers: 'Autres réponses',
  workedOut: 'Calculé par le formulaire',
  untitledSection: 'Réponses',
  edit: 'Modifier',
  duplicate: 'Dupliquer',
  delete: 'Supprimer',
  deleting: 'Suppression...',
  cannotView: 'Soumission impossible à afficher',
  notFound: 'Soumission introuvable',
  notFoundMessage:
    'Cette soumission a peut-être été supprimée, ou le formulaire n’est pas disponible hors ligne.',
  notFoundLocally: id => `Soumission ${id} introuvable sur cet appareil.`,
  invalid: 'Les données de la soumission ne sont pas valides.',
  noStructure: 'La structure du formulaire n’a pas pu être chargée.',
  failed: 'Les données de la soumission n’ont pas pu être chargées.',
  tryAgain: 'Réessayer',
  goBack: 'Revenir',
}

export const copies: typeof english.copies = {
  title: count =>
    count === 1
      ? 'Aussi sur le serveur en copie'
      : `Aussi sur le serveur en ${counted(count, 'copie', 'copies')}`,
  offlineHint: 'Connectez-vous à Internet pour supprimer ce qui y est en double.',
  remove: (count): string => (count === 1 ? 'Supprimer la copie' : 'Supprimer les copies'),
  removing: 'Suppression...',
  removed: (count): string =>
    count === 1 ? 'La copie a été supprimée.' : 'Les copies ont été supprimées.',
  failed: 'Cela n’a pas fonctionné. La copie est toujours sur le serveur.',
}

export const files: typeof english.files = {
  more: count => `+${counted(count, 'autre', 'autres')}`,
  viewAll: count => `${counted(count, 'fichier', 'fichiers')} • Toucher pour tout voir`,
  view: name => `Voir ${name}`,
  open: 'Ouvrir le fichier',
  gone: 'Ce fichier n’est plus sur cet appareil.',
  unreachable: name => `${name} ne peut pas être chargé maintenant.`,
  notShown: name => `${name} est une image que ce navigateur ne peut pas afficher.`,
  loading: 'Chargement du fichier',
  viewer: 'Fichiers',
  previous: 'Précédent',
  next: 'Suivant',
  position: (at, of) => `${numberText(at)} sur ${numberText(of)}`,
  show: name => `Montrer ${name}`,
}

export const timeline: typeof english.timeline = {
  title: 'Historique',
  saved: 'Enregistré sur cet appareil',
  arrived: 'Reçu par le serveur',
  synced: 'Synchronisé, avec tous ses fichiers',
  tried: (why, times) => `${counted(times, 'essai', 'essais')} : ${why}`,
  fileSent: names => `Envoyé : ${names}`,
  fileWaiting: name => `En attente d’envoi : ${name}`,
  edited: 'Modifié',
  deleted: 'Supprimé sur cet appareil',
  recovered: why => (why === '' ? 'Passé dans Récupération' : `Passé dans Récupération : ${why}`),
}
