import { translatable } from '../catalogue.ts'

/** Words of a signature and a sketch. */
export const drawing = translatable('drawing.drawing', {
  sign: 'Sign',
  signAgain: 'Sign again',
  sketch: 'Draw',
  sketchAgain: 'Draw again',
  undo: 'Undo the last line',
  typeName: 'Or type the name',
  emptySheet: 'Empty sheet to draw on',
  sheet: 'Sheet with a drawing',
})
