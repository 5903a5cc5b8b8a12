import { counted } from '../plural.ts'
import type * as english from '../../interview/mapping.ts'

export const mapping: typeof english.mapping = {
  drawLine: 'Tracer la ligne',
  drawArea: 'Tracer la surface',
  choose: 'Choisir sur la carte',
  chooseHint: 'Touchez la carte à l’endroit voulu.',
  look: 'Voir sur la carte',
  change: 'Modifier',
  notHere:
    'La carte n’est pas encore sur cet appareil : ouvrez cette enquête une fois avec un réseau. Les points peuvent toujours être enregistrés ou saisis.',
  notKept:
    'La carte n’est pas encore sur cet appareil : ouvrez-la une fois avec un réseau. La liste contient les mêmes lieux.',
  places: 'Carte avec les lieux ; la liste en dessous contient les mêmes',
  placesHint: 'Touchez un lieu sur la carte, ou choisissez-le dans la liste.',
  away: distance => `à ${distance}`,
  severalHere: count =>
    `${counted(count, 'lieu se trouve', 'lieux se trouvent')} à ce point de la carte. Ils sont en tête de la liste.`,
  offMap: count =>
    `${counted(count, 'lieu n’a pas de position et n’est', 'lieux n’ont pas de position et ne sont')} que dans la liste.`,
  placeMap: 'Carte avec le lieu, et sa précision autour',
  map: 'Carte avec les points ; la liste en dessous contient les mêmes',
  hint: 'Touchez la carte pour ajouter un point. Faites glisser un point pour le déplacer, ou la ligne pour en insérer un.',
  north: 'Le nord est en haut',
  zoomIn: 'Plus près',
  zoomOut: 'Plus loin',
  showAll: 'Tout afficher',
  record: 'Ajouter un point là où je suis',
  stopOne: 'Arrêter la recherche',
  walk: 'Enregistrer en marchant',
  stopWalk: 'Arrêter l’enregistrement',
  every: 'Un point toutes les',
  seconds: seconds => `${seconds} s`,
  accuracy: 'Seulement s’il est',
  any: 'de toute précision',
  awake:
    'L’écran reste allumé. Gardez cette page à l’écran : rien n’est enregistré quand le téléphone est verrouillé ou affiche une autre application.',
  interrupted:
    'La page n’était plus à l’écran pendant un moment. Rien n’a été enregistré pendant ce temps.',
  worse: metres => `La position n’est connue qu’à ${metres} m près. En attente d’une meilleure…`,
  notWithin: metres =>
    `Aucune position à ${metres} m près n’a été trouvée. Réessayez à ciel ouvert, ou choisissez une autre précision.`,
  undo: 'Annuler',
  removeChosen: 'Supprimer ce point',
  points: 'Les points',
  point: number => `Point ${number}`,
  remove: number => `Supprimer le point ${number}`,
  coordinates: 'Coordonnées d’un nouveau point',
  add: 'Ajouter le point',
  atEnd: 'Un nouveau point vient à la fin.',
  after: number => `Un nouveau point vient après le point ${number}.`,
}
