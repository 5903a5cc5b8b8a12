import { numberText } from '../../locale.ts'
import type * as english from '../../interview/hints.ts'

export const hints: typeof english.hints = {
  title: 'À revoir, peut-être',
  copy: (name, when) =>
    name === ''
      ? `Presque toutes les réponses sont celles d’une soumission d’aujourd’hui (${when}).`
      : `Presque toutes les réponses sont celles de ${name} (${when}).`,
  number: (value, count, least, most) =>
    `${value} ; les ${numberText(count)} dernières réponses vont de ${least} à ${most}.`,
  fast: (seconds, usual, count) =>
    `Environ ${seconds} s par réponse ; ${usual} s étaient habituelles dans les ${numberText(count)} dernières soumissions.`,
  same: (answer, count) =>
    `À partir d’ici, « ${answer} » est la réponse à ${numberText(count)} questions de suite.`,
  far: distance => `Cette position est à ${distance} du lieu où vous remplissez cette enquête.`,
  known: name => `Peut-être déjà enregistré : ${name}.`,
  addReason: 'Ajouter une raison',
  reason: 'Raison (facultative)',
  goOn: 'Si tout est juste, envoyez tel quel.',
}
