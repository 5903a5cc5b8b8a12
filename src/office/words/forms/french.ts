import type { Words } from '../words.ts'

/** The words of the forms. */
export const forms: Words['forms'] = {
  title: 'Formulaires',
  form: 'Formulaire',
  state: 'État',
  versions: 'Versions',
  assigned: 'Enquêteurs',
  submissions: 'Soumissions',
  lastReceived: 'Dernière réception',
  updated: 'Modifié',
  none: 'Il n’y a pas encore de formulaires',
  published: 'Publié',
  draft: 'Non publié',
  removed: 'Retiré',
}
