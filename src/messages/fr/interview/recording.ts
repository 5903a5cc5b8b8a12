import type * as english from '../../interview/recording.ts'
import { counted } from '../plural.ts'

export const recording: typeof english.recording = {
  record: 'Enregistrer',
  again: 'Enregistrer à nouveau',
  stop: 'Arrêter l’enregistrement',
  limit: minutes => `${counted(minutes, 'minute', 'minutes')} au maximum`,
  elapsed: (time, longest) => `Enregistrement : ${time} sur ${longest}`,
  add: 'Ajouter un enregistrement',
  replace: 'Remplacer par un fichier',
  player: name => `Écouter ${name}`,
  failed: {
    denied:
      'L’application n’a pas le droit d’utiliser le microphone. Autorisez-le dans les réglages du navigateur, ou ajoutez un enregistrement fait avec une autre application.',
    missing:
      'Cet appareil ne peut pas enregistrer ici. Ajoutez un enregistrement fait avec une autre application.',
  },
  noRoom:
    'L’enregistrement s’est arrêté, car il n’y a plus de place sur cet appareil. Ce qui était déjà enregistré est gardé.',
}
