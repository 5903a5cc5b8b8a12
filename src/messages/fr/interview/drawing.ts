import type * as english from '../../interview/drawing.ts'

export const drawing: typeof english.drawing = {
  sign: 'Signer',
  signAgain: 'Signer à nouveau',
  sketch: 'Dessiner',
  sketchAgain: 'Dessiner à nouveau',
  annotate: 'Dessiner sur l’image',
  photo: 'Photo sur laquelle dessiner',
  undo: 'Annuler le dernier trait',
  typeName: 'Ou saisissez le nom',
  emptySheet: 'Feuille vide pour dessiner',
  sheet: 'Feuille avec un dessin',
  discardTitle: 'Abandonner le dessin ?',
  discardMessage: 'Il n’est pas encore joint à la question. Terminé l’y joint.',
  discard: 'Oui, abandonner',
  notHere:
    'Ce qu’il faut pour dessiner n’est pas encore sur cet appareil. Connectez-vous à Internet et réessayez.',
}
