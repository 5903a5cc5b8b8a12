import type * as english from '../../interview/drawing.ts'

export const drawing: typeof english.drawing = {
  sign: 'Signer',
  signAgain: 'Signer à nouveau',
  sketch: 'Dessiner',
  sketchAgain: 'Dessiner à nouveau',
  undo: 'Annuler le dernier trait',
  typeName: 'Ou saisissez le nom',
  emptySheet: 'Feuille vide pour dessiner',
  sheet: 'Feuille avec un dessin',
}
