import { numberText } from '../../locale.ts'
import type * as english from '../../interview/hints.ts'

export const hints: typeof english.hints = {
  title: 'À revoir, peut-être',
  copy: (name, when) =>
    name === ''
      ? `Presque toutes les réponses sont celles d’un entretien d’aujourd’hui (${when}).`
      : `Presque toutes les réponses sont celles de ${name} (${when}).`,
  number: (value, count, least, most) =>
    `${value} ; les ${numberText(count)} dernières réponses vont de ${least} à ${most}.`,
  goOn: 'Si tout est juste, envoyez tel quel.',
}
