import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** Words of a line or an area that is drawn or recorded. */
export const mapping = translatable('mapping.mapping', {
  drawLine: 'Draw the line',
  drawArea: 'Draw the area',
  choose: 'Choose on the map',
  chooseHint: 'Tap the map where the place is.',
  look: 'See it on the map',
  change: 'Change it',
  notHere:
    'The map is not on this device yet: open this survey once with a network. Points can still be recorded and typed.',
  notKept:
    'The map is not on this device yet: open it once with a network. The list has the same places.',
  places: 'Map with the places; the list below it has the same ones',
  placesHint: 'Tap a place on the map, or choose it in the list.',
  away: (distance: string) => `${distance} away`,
  severalHere: (count: number) =>
    `${counted(count, 'place is', 'places are')} at this point of the map. They are first in the list.`,
  offMap: (count: number) =>
    `${counted(count, 'place has', 'places have')} no position, and ${count === 1 ? 'is' : 'are'} only in the list.`,
  placeMap: 'Map with the place, and its accuracy around it',
  map: 'Map with the points; the list below it has the same ones',
  hint: 'Tap the map to add a point. Drag a point to move it, or the line to put one in.',
  north: 'North is up',
  zoomIn: 'Closer',
  zoomOut: 'Farther',
  showAll: 'Show all',
  record: 'Add a point where I am',
  stopOne: 'Stop looking',
  walk: 'Record while walking',
  stopWalk: 'Stop recording',
  every: 'A point every',
  seconds: (seconds: string) => `${seconds} s`,
  accuracy: 'Only if it is',
  any: 'of any accuracy',
  awake:
    'The screen stays on. Keep this page in view: nothing is recorded while the phone is locked or shows another app.',
  interrupted: 'The page was out of view for a while. Nothing was recorded meanwhile.',
  worse: (metres: string) => `The position is only within ${metres} m. Waiting for a better one…`,
  notWithin: (metres: string) =>
    `There was no position within ${metres} m. Try again under open sky, or choose another accuracy.`,
  undo: 'Undo',
  removeChosen: 'Delete this point',
  points: 'Points',
  point: (number: string) => `Point ${number}`,
  remove: (number: string) => `Delete point ${number}`,
  coordinates: 'Coordinates of a new point',
  add: 'Add the point',
  atEnd: 'A new point comes at the end.',
  after: (number: string) => `A new point comes after point ${number}.`,
})
