import type { Words } from '../words.ts'

/** The words of the surveyors. */
export const people: Words['people'] = {
  title: 'Personnes',
  person: 'Enquêteur',
  groups: 'Groupes',
  state: 'État',
  submissions: 'Soumissions',
  waiting: 'En attente',
  lastContact: 'Dernier contact',
  version: 'Version',
  storage: 'Stockage libre',
  search: 'Rechercher des personnes',
  clear: 'Effacer la recherche',
  none: 'Il n’y a pas encore d’enquêteurs',
  noMatch: 'Personne ne correspond à la recherche',
  active: 'Actif',
  inactive: 'Inactif',
  firstLogin: 'Jamais connecté',
  silent: 'Silencieux',
  unknown: 'Inconnu',
}
