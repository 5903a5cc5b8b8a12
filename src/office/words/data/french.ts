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
  page: (page, pages) => `Page ${page} sur ${pages}`,
  previous: 'Page précédente',
  next: 'Page suivante',
  none: 'Il n’y a pas encore de soumissions',
  noMatch: 'Aucune soumission ne correspond aux filtres',
  reset: 'Enlever les filtres',
  open: 'Ouvrir',
  cut: 'Certaines réponses de cette page sont trop volumineuses pour être affichées avec les autres. La suite est à la page suivante.',
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
}
