import type * as english from '../../device/sync.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const sync: typeof english.sync = {
  title: 'Synchro',
  intro: 'Ce que vous avez envoyé sans réseau attend ici que le serveur l’ait reçu.',
  pending: count => `${numberText(count)} en attente`,
  syncNow: 'Synchroniser',
  viewLists: 'Voir les listes',
  profileTitle: 'Votre profil',
  profileDetail: 'Modifications de votre nom, numéro ou photo.',
  viewProfile: 'Voir le profil',
  syncAll: 'Tout synchroniser',
  syncSelected: 'Synchroniser la sélection',
  syncing: 'Synchronisation...',
  select: form => `Sélectionner ${form}`,
  lastSynced: when => `Dernière synchro : ${when}`,
  never: 'Jamais',
  recovery: count => `Récupération (${numberText(count)})`,
  recoveryHint:
    'Le travail qui n’a pas été envoyé, ou que le serveur n’a pas accepté. Rien ici n’est perdu.',
  upToDateTitle: 'Tout est à jour',
  upToDateMessage: 'Ce que vous envoyez sans réseau apparaît ici jusqu’à son envoi.',
  nothingYetTitle: 'Rien à envoyer',
  nothingYetMessage:
    'Vos enquêtes ne sont pas encore sur cet appareil. L’écran Projets dit pourquoi.',
  nothingYetOffline:
    'Vos enquêtes ne sont pas encore sur cet appareil. Connectez-vous à Internet pour les télécharger.',
  offlineHint: 'Vous êtes hors ligne. La synchro part toute seule au retour du réseau.',
  autoSyncOff:
    'La synchro automatique est désactivée : ce qui attend part quand vous lancez la synchro.',
  lastError: text => `Dernier essai : ${text}`,
  tooSlow: file => `${file} met trop de temps sur ce réseau. Réessayez sur un meilleur réseau.`,
  showWaiting: 'Voir ce qui attend',
  hideWaiting: 'Masquer ce qui attend',
}

export const syncToasts: typeof english.syncToasts = {
  upToDate: 'Tout est déjà à jour.',
  started: 'Synchro commencée',
  allSynced: 'Toutes les données sont synchronisées',
  offline: 'Vous êtes hors ligne. Synchro impossible.',
  failed: 'La synchro a échoué',
  busy: 'Synchro déjà en cours ou hors ligne',
  itemNotFound: 'Élément introuvable',
  loginAgain: 'Veuillez vous reconnecter',
  removed: count =>
    counted(
      count,
      'soumission retirée à cause d’erreurs',
      'soumissions retirées à cause d’erreurs',
    ),
  retried: count => counted(count, 'élément sera retenté', 'éléments seront retentés'),
  fieldsFailed: count =>
    counted(count, 'champ n’a pas pu être synchronisé', 'champs n’ont pas pu être synchronisés'),
  uploadFailed: count => `Échec de l’envoi pour ${counted(count, 'champ', 'champs')}`,
  nothingOfSurvey: 'Rien à synchroniser pour cette enquête.',
  nothingSelected: 'Les enquêtes choisies n’ont rien à synchroniser.',
  everythingUpToDate: 'Tout est à jour.',
  partly: (sent, waiting) => `Envois : ${numberText(sent)}, en attente : ${numberText(waiting)}`,
  interviewsSent: count =>
    counted(count, 'soumission a été envoyée', 'soumissions ont été envoyées'),
  deletionsSent: count =>
    counted(count, 'suppression a été envoyée', 'suppressions ont été envoyées'),
}

export const recovered: typeof english.recovered = {
  draft: 'Soumission retirée - le projet est maintenant un brouillon',
  deleted: 'Soumission retirée - projet supprimé',
  other: 'La soumission n’a pas pu être synchronisée',
}

export const progressWords: typeof english.progressWords = {
  submission: (current, total) =>
    `Synchronisation de la soumission ${numberText(current)} sur ${numberText(total)}`,
  files: (current, total) =>
    `Synchronisation des fichiers ${numberText(current)} sur ${numberText(total)}`,
  profile: () => 'Mise à jour du profil...',
}

export const resent: typeof english.resent = {
  text: count =>
    `Le serveur avait perdu ${counted(count, 'soumission', 'soumissions')}. Cet appareil les renvoie.`,
}
