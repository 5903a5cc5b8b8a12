import { numberText, pluralOf } from '../../../messages/locale.ts'
import type { Words } from '../words.ts'

const plural = pluralOf<'one' | 'other'>('fr')

/** The words of the table of submissions. */
export const data: Words['data'] = {
  search: 'Rechercher dans les réponses',
  clear: 'Effacer la recherche',
  surveyor: 'Enquêteur',
  everyone: 'Tous les enquêteurs',
  from: 'Reçues à partir du',
  until: 'Reçues jusqu’au',
  received: 'Reçue',
  count: count =>
    `${numberText(count)} ${plural(count, { one: 'soumission', other: 'soumissions' })}`,
  rows: count => `${numberText(count)} ${plural(count, { one: 'ligne', other: 'lignes' })}`,
  table: 'Ce qu’est une ligne',
  interviews: 'Soumissions',
  labels: 'Libellés en',
  newer: count =>
    `${numberText(count)} ${plural(count, { one: 'nouvelle soumission', other: 'nouvelles soumissions' })}.`,
  fewer: 'Des soumissions ont été supprimées.',
  show: 'Afficher',
  resize: 'Faites glisser pour élargir la colonne',
  keys: 'Les flèches déplacent, Entrée ouvre ou trie. Maj avec une flèche élargit une colonne, Alt avec une flèche la déplace.',
  none: 'Il n’y a pas encore de soumissions',
  noMatch: 'Aucune soumission ne correspond aux filtres',
  reset: 'Enlever les filtres',
  cut: 'Trop volumineuse pour le tableau. Ouvrez-la.',
}

/** The words of one submission. */
export const detail: Words['detail'] = {
  title: 'Soumission',
  created: 'Faite',
  started: 'Commencée',
  received: 'Reçue',
  updated: 'Modifiée',
  duration: 'Durée en minutes',
  version: 'Version du formulaire',
  place: 'Lieu',
  accuracy: 'Précision en mètres',
  hints: 'Remarques',
  files: 'Fichiers',
  answers: 'Réponses',
  none: 'Il n’y a pas de réponses.',
  occurrence: number => `N° ${number}`,
  rows: 'Autres lignes',
  previous: 'Ligne précédente',
  next: 'Ligne suivante',
  near: 'Lignes près de ce lieu',
  onEarth: point => `Le lieu ${point} sur la terre`,
}

/** The words of the filters. */
export const filters: Words['filters'] = {
  title: 'Filtres',
  add: 'Ajouter un filtre',
  apply: 'Filtrer',
  remove: filter => `Enlever le filtre : ${filter}`,
  place: 'Près d’un lieu',
  column: 'Colonne',
  condition: 'Condition',
  text: 'Texte',
  from: 'De',
  until: 'À',
  options: 'Réponses',
  kinds: {
    contains: 'contient',
    any: 'est une de',
    between: 'est entre',
    given: 'a une réponse',
    empty: 'n’a pas de réponse',
  },
  contains: (name, text) => `${name} : contient « ${text} »`,
  any: (name, labels) => `${name} : ${labels}`,
  between: (name, from, until) => `${name} : ${from || '…'} – ${until || '…'}`,
  given: name => `${name} : a une réponse`,
  empty: name => `${name} : n’a pas de réponse`,
}

/** The words of the columns' choice. */
export const layout: Words['layout'] = {
  title: 'Colonnes',
  all: 'Toutes les colonnes',
  keys: 'Alt avec une flèche déplace une colonne.',
  earlier: column => `Avancer ${column}`,
  later: column => `Reculer ${column}`,
}

/** The words of the views. */
export const views: Words['views'] = {
  title: 'Vues',
  none: 'Vous ne gardez encore aucune vue de ce formulaire.',
  name: 'Nom d’une vue',
  why: 'Garde les filtres, les colonnes et l’ordre affichés maintenant.',
  save: 'Garder cette vue',
  remove: name => `Supprimer la vue ${name}`,
}

/** The words of the export. */
export const exports: Words['exports'] = {
  title: 'Exporter',
  what: rows => `Ce que laissent les filtres : ${rows}.`,
  format: 'Format',
  formats: {
    xlsx: 'Tableur (XLSX)',
    csv: 'Tous les tableaux en CSV, dans un ZIP',
    table: 'Ce tableau en CSV',
    jsonl: 'JSON Lines',
    geojson: 'GeoJSON, pour les cartes',
    media: 'Photos et fichiers, dans un ZIP',
  },
  labels: 'Libellés au lieu des codes',
  split: 'Une colonne par option des questions à plusieurs réponses',
  start: 'Créer le fichier',
  cancel: 'Annuler',
  received: size => `${size} jusqu’ici`,
  save: size => `Enregistrer le fichier (${size})`,
  done: 'Le fichier est complet. Il est aussi confidentiel que les données.',
}

/** The words of photos. */
export const photos: Words['photos'] = {
  previous: 'Photo précédente',
  next: 'Photo suivante',
  place: (number, total) => `${number} sur ${total}`,
}
