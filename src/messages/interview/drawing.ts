import { translatable } from '../catalogue.ts'

/** Words of a signature and a sketch. */
export const drawing = translatable('drawing.drawing', {
  sign: 'Sign',
  signAgain: 'Sign again',
  sketch: 'Draw',
  sketchAgain: 'Draw again',
  annotate: 'Draw on the picture',
  photo: 'Photo to draw on',
  undo: 'Undo the last line',
  typeName: 'Or type the name',
  emptySheet: 'Empty sheet to draw on',
  sheet: 'Sheet with a drawing',
  discardTitle: 'Discard Drawing?',
  discardMessage: 'It is not attached to the question yet. Done attaches it.',
  discard: 'Yes, Discard',
  notHere: 'What drawing needs is not on this device yet. Connect to the internet and try again.',
})
