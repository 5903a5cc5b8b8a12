import type * as english from '../../interview/geopoint.ts'
import { counted } from '../plural.ts'

export const geopoint: typeof english.geopoint = {
  record: 'Enregistrer la position',
  again: 'Enregistrer à nouveau',
  stop: 'Garder cette position',
  reading: 'Recherche de la position…',
  improving: 'La position se précise…',
  inaccurate: metres =>
    `Moins précis que les ${metres} m demandés par cette enquête. Enregistrez à nouveau à ciel ouvert.`,
  within: metres => `à ${metres} m près`,
  points: count => counted(count, 'point', 'points'),
  metres: metres => `${metres} m`,
  kilometres: kilometres => `${kilometres} km`,
  squareMetres: metres => `${metres} m²`,
  hectares: hectares => `${hectares} ha`,
  squareKilometres: kilometres => `${kilometres} km²`,
  around: length => `${length} de tour`,
  type: 'Saisir les coordonnées',
  measure: 'Utiliser l’appareil',
  failed: {
    denied:
      'L’application n’a pas le droit de lire la position. Autorisez-la dans les réglages du navigateur, ou saisissez les coordonnées.',
    unavailable:
      'L’appareil ne connaît pas sa position. Réessayez à ciel ouvert, ou saisissez les coordonnées.',
    timeout:
      'Aucune position n’a été trouvée à temps. Réessayez à ciel ouvert, ou saisissez les coordonnées.',
  },
}
