import type * as english from '../../start/home.ts'
import { counted } from '../plural.ts'

export const home: typeof english.home = {
  unfinished: 'Soumissions inachevées',
  newUnnamed: 'Nouvel entretien',
  editOf: 'Modification',
  answers: count => counted(count, 'réponse', 'réponses'),
  showAll: count => `Les voir tous (${count})`,
  needsYou: 'À reprendre en main',
  recovery: count => `${counted(count, 'élément', 'éléments')} dans Récupération`,
  recoveryHint: 'Voyez pourquoi, et que faire.',
  waitsLong: count => counted(count, 'élément attend l’envoi', 'éléments attendent l’envoi'),
  waitsSince: when => `Le plus ancien depuis : ${when}`,
  next: 'Nouvel entretien',
  nextOf: form => `Nouvel entretien : ${form}`,
}
