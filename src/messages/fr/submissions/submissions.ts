import type * as english from '../../submissions/submissions.ts'
import { counted } from '../plural.ts'

export const submissions: typeof english.submissions = {
  all: 'Toutes les soumissions',
  count: count => counted(count, 'soumission', 'soumissions'),
  filter: 'Filtrer',
  pendingOnly: 'En attente seulement',
  search: 'Chercher des soumissions',
  searchPlaceholder: 'Enquête, lieu, jour ou réponse',
  searching: 'Recherche...',
  found: (count, hasMore) =>
    hasMore
      ? counted(count, 'affichée, la plus récente', 'affichées, les plus récentes')
      : counted(count, 'trouvée', 'trouvées'),
  noneFound: 'Rien trouvé',
  noneFoundMessage:
    'Chaque mot est cherché dans l’enquête, le lieu et les réponses. Un jour s’écrit 20 nov, 20/11, mardi ou hier.',
  noneFilteredMessage: 'Aucune soumission de cette période et de cette enquête.',
  periods: { today: 'Aujourd’hui', week: 'Cette semaine' },
  onMap: 'Carte',
  mapLabel: 'Carte avec les soumissions ; la liste en dessous contient les mêmes',
  mapNotHere: 'La carte n’est pas encore sur cet appareil. Ouvrez-la une fois avec un réseau.',
  offMap: count =>
    `${counted(count, 'soumission n’a pas de lieu et n’est', 'soumissions n’ont pas de lieu et ne sont')} que dans la liste.`,
  samePlace: 'À ce point de la carte :',
  name: 'Soumission',
  survey: 'Enquête',
  time: 'Heure',
  status: 'État',
  undated: 'Sans date',
  location: 'Lieu',
  dateTime: 'Date et heure',
  view: 'Voir',
  viewOf: (form, when) => `Voir : ${form}, ${when}`,
  viewOffline: 'Connectez-vous à Internet pour voir',
  delete: 'Supprimer',
  deleteOf: (form, when) => `Supprimer : ${form}, ${when}`,
  newSurvey: 'Nouvelle enquête',
  filesPending: count => counted(count, 'fichier en attente', 'fichiers en attente'),
  nonePending: 'Aucune soumission en attente',
  nonePendingMessage: 'Toutes les soumissions de cette enquête sont synchronisées.',
  none: 'Pas encore de soumissions',
  noneMessage: 'Les soumissions de ce projet apparaîtront ici.',
  nonePendingOfAll: 'Toutes vos soumissions sont synchronisées.',
  noneOfAll: 'Vos soumissions apparaîtront ici.',
  plainTitle: 'Soumissions',
  notLoaded: 'Les soumissions n’ont pas pu être chargées',
  notLoadedOffline: 'Vous êtes hors ligne et aucune soumission n’est enregistrée ici.',
  notLoadedFull: 'Cet appareil est plein. Libérez de l’espace et réessayez.',
  editOpen: 'Une modification n’est pas terminée',
  deletionsWait: count =>
    `${counted(count, 'suppression attend', 'suppressions attendent')} l’envoi.`,
}

export const deletion: typeof english.deletion = {
  title: 'Supprimer la soumission',
  message: 'Voulez-vous vraiment supprimer cette soumission ? Cette action est définitive.',
  kept: 'Elle a lieu quand le bouton « Annuler » qui suit a disparu. Après, une copie reste 30 jours dans la corbeille, d’où vous pouvez la restaurer comme nouvelle soumission.',
  lostPhotos: count =>
    `${counted(count, 'photo n’est que sur le serveur et sera perdue', 'photos ne sont que sur le serveur et seront perdues')}.`,
  lostFiles: count =>
    `${counted(count, 'fichier n’est que sur le serveur et sera perdu', 'fichiers ne sont que sur le serveur et seront perdus')}.`,
  pending: 'Suppression de la soumission...',
  failed: 'La soumission n’a pas pu être supprimée.',
  done: {
    local: 'Soumission locale supprimée.',
    deleted: 'Soumission supprimée.',
    marked: 'Soumission marquée pour suppression.',
  },
  doneHere: {
    local: 'Soumission supprimée !',
    deleted: 'La soumission a bien été supprimée.',
    marked: 'Soumission marquée pour suppression.',
  },
}
