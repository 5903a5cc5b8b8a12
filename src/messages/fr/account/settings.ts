import type * as english from '../../account/settings.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const settings: typeof english.settings = {
  title: 'Réglages',
  edit: 'Modifier',
  enlarge: 'Agrandir la photo',
  picture: name => `Photo de ${name}`,
  syncTitle: 'Synchro',
  lastSynced: 'Dernière synchro',
  never: 'Jamais',
  autoSync: 'Synchro automatique',
  autoSyncHelp: 'Envoie ce qui est en attente dès qu’il y a du réseau.',
  slow: 'Mode connexion lente',
  slowHelp: 'Envoie par petits paquets, pour les réseaux faibles.',
  targetTitle: 'Ma journée',
  target: 'Objectif : soumissions par jour',
  targetOf: count => `Objectif : ${count} par jour`,
  targetHelp: 'Le tableau de bord montre combien sont faits. Vide : sans objectif.',
  appearance: 'Apparence',
  theme: 'Thème',
  system: 'Système',
  light: 'Clair',
  dark: 'Sombre',
  sunlight: 'Soleil',
  storageTitle: 'Stockage et données',
  offlineStorage: 'Stockage hors ligne',
  items: count => counted(count, 'élément', 'éléments'),
  used: used => `Utilisé : ${used}`,
  usedOf: (percent, quota) => `${percent} de ${quota}`,
  protected: 'protégé de l’effacement par le navigateur',
  unprotected: 'le navigateur peut l’effacer si la place manque',
  clear: 'Effacer les données locales',
  clearOffline: 'Demande Internet : les données sont ensuite rechargées.',
  recovery: count => `Récupération (${numberText(count)})`,
  more: 'Autres',
  help: 'Aide et assistance',
  version: 'Version',
  about: 'À propos',
  logout: 'Déconnexion',
  autoSyncFailed: 'Le réglage de la synchro automatique n’a pas pu être changé',
  clearing: 'Effacement des données...',
  cleared: 'Données locales effacées !',
  clearFailed: 'Les données n’ont pas pu être effacées.',
}

export const confirmations: typeof english.confirmations = {
  clear: {
    title: 'Effacer les données locales ?',
    message: 'Toutes les données hors ligne seront retirées. Cette action est définitive.',
  },
  logout: {
    title: 'Déconnexion',
    message: 'Toutes les données hors ligne et non synchronisées seront définitivement perdues.',
  },
  enableAutoSync: {
    title: 'Activer la synchro automatique',
    message: 'Ce qui est en attente part tout seul dès qu’il y a du réseau.',
  },
  disableAutoSync: {
    title: 'Désactiver la synchro automatique',
    message:
      'Ce qui attend sur cet appareil part alors quand vous lancez la synchro. Ce que vous envoyez avec du réseau part toujours tout de suite.',
  },
}

export const unsentWords: typeof english.unsentWords = {
  none: 'Tout a été envoyé. Le serveur a tout.',
  intro: 'Seulement sur cet appareil :',
  counting: 'Décompte de ce qui n’a pas été envoyé',
  syncing: 'Synchronisation...',
  drafts: count => counted(count, 'soumission inachevée', 'soumissions inachevées'),
  bin: count =>
    `${counted(count, 'soumission supprimée', 'soumissions supprimées')} dans la corbeille`,
}
