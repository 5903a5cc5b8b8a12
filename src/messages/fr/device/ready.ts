import type * as english from '../../device/ready.ts'
import { counted } from '../plural.ts'

export const ready: typeof english.ready = {
  title: 'Prêt pour le terrain',
  intro: 'Vérifié sur cet appareil à l’instant.',
  allGood: 'Cet appareil est prêt à travailler sans réseau.',
  toDo: count => counted(count, 'chose à faire avant de partir', 'choses à faire avant de partir'),
  again: 'Vérifier à nouveau',
  good: 'Prêt',
  bad: 'À faire',
  unknown: 'Inconnu',
  looking: 'Vérification…',
  allowed: 'Autorisé',
  shell: 'L’application elle-même',
  shellGood: 'Sur cet appareil : elle démarre sans réseau.',
  shellBad: 'Elle n’est pas encore toute sur cet appareil. Rechargez, et attendez un instant.',
  shellBadOffline:
    'Elle n’est pas encore toute sur cet appareil. Connectez-vous à Internet et rechargez.',
  forms: 'Vos enquêtes',
  formsNone:
    'Aucune enquête ne vous est encore attribuée. Demandez à votre superviseur, puis vérifiez à nouveau.',
  formsNoneOffline:
    'Aucune enquête n’est encore sur cet appareil. Connectez-vous à Internet, puis vérifiez à nouveau.',
  formsWhole: (whole, assigned) => `${whole} sur ${assigned} sur cet appareil.`,
  formsBad: 'Téléchargez maintenant celles qui manquent.',
  formsBadOffline: 'Connectez-vous à Internet pour télécharger celles qui manquent.',
  cases: 'Vos dossiers',
  casesCount: count => `${counted(count, 'dossier', 'dossiers')} sur cet appareil.`,
  casesBad: 'Tous ne sont pas encore arrivés. Téléchargez le reste maintenant.',
  casesBadOffline:
    'Tous ne sont pas encore arrivés. Connectez-vous à Internet pour télécharger le reste.',
  persistent: 'Protection des données enregistrées',
  persistentGood: 'Le navigateur ne les effacera pas pour faire de la place.',
  persistentBad:
    'Le navigateur peut effacer des données enregistrées quand l’appareil est plein. Demandez-lui de ne pas le faire.',
  persistentBadBrowser:
    'Le navigateur peut effacer des données enregistrées quand l’appareil est plein. Installez l’application, ou demandez-lui de ne pas le faire.',
  persistentWeek:
    'Cet appareil efface ce que l’application a enregistré après 7 jours sans utilisation, sauf si elle est sur l’écran d’accueil. Touchez Partager, puis « Sur l’écran d’accueil ».',
  room: 'Place pour les photos',
  roomFor: photos => `Place pour environ ${counted(photos, 'photo', 'photos')}.`,
  roomNone: 'Pas de place pour des photos.',
  roomBad: 'Synchronisez, et supprimez de cet appareil ce dont vous n’avez pas besoin.',
  roomUnknown: 'Ce navigateur ne dit pas combien de place il y a.',
  location: 'Position',
  locationPrompt:
    'Pas encore demandée. Autorisez-la maintenant, pour qu’aucune soumission n’attende.',
  locationDenied: 'Bloquée. Autorisez-la pour ce site dans les réglages du navigateur.',
  locationUnknown: 'Le navigateur la demande quand vous commencez une soumission.',
  camera: 'Appareil photo',
  cameraLater: 'L’autorisation est demandée à la première photo.',
  cameraDenied: 'Bloqué. Autorisez-le pour ce site dans les réglages du navigateur.',
  clock: 'Date et heure',
  clockGood: 'Comme sur le serveur.',
  clockUnknown: 'Connu après le prochain contact avec le serveur.',
  clockBad: (minutes, isAhead) =>
    `Cet appareil a ${counted(minutes, 'minute', 'minutes')} ${isAhead ? 'd’avance' : 'de retard'} sur le serveur. Réglez la date et l’heure sur automatique.`,
  sync: 'Dernière synchro',
  syncNever: 'Jamais synchronisé.',
  syncNothing: 'Rien n’attend d’être envoyé.',
  syncedAt: when => `Synchronisé ${when}.`,
  pending: count => `${count} en attente.`,
  remedies: {
    reload: 'Recharger',
    download: 'Télécharger',
    'fetch-cases': 'Télécharger',
    protect: 'Protéger',
    locate: 'Autoriser',
    sync: 'Aller à Synchro',
  },
  protectRefused: 'Le navigateur n’a pas accepté. Installez l’application et réessayez.',
  downloadFailed: 'Les enquêtes n’ont pas pu être téléchargées.',
  casesFailed: 'Les dossiers n’ont pas pu être téléchargés.',
  roomAtLeast: photos => `De la place pour au moins ${counted(photos, 'photo', 'photos')}.`,
}
