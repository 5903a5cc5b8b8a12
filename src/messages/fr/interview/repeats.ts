import { numberText } from '../../locale.ts'
import type * as english from '../../interview/repeats.ts'
import { counted } from '../plural.ts'

export const repeats: typeof english.repeats = {
  occurrence: 'Entrée',
  title: (label, place) => `${label} · ${numberText(place)}`,
  within: ' › ',
  add: label => `Ajouter : ${label}`,
  remove: title => `Retirer ${title}`,
  removeTitle: title => `Retirer ${title} ?`,
  removeMessage: answered =>
    `${counted(answered, 'réponse', 'réponses')} et tous les fichiers qui s’y trouvent ne seront pas envoyés.`,
  removeConfirm: 'Oui, retirer',
  none: 'Aucune pour l’instant.',
  most: count => `Au plus ${numberText(count)}`,
  language: 'Langue des questions',
  asWritten: 'Telles qu’écrites',
}
