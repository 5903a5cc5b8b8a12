import type * as english from '../../submissions/bin.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const bin: typeof english.bin = {
  title: 'Corbeille',
  link: count => `Corbeille (${numberText(count)})`,
  linkDetail: 'Soumissions supprimées, gardées 30 jours',
  intro:
    'Les soumissions supprimées restent 30 jours sur cet appareil, ou jusqu’à ce que l’appareil ait besoin de la place. Ce que le serveur n’a pas reste jusqu’à ce que vous le supprimiez.',
  count: count => counted(count, 'élément', 'éléments'),
  noneTitle: 'La corbeille est vide',
  noneMessage:
    'Les soumissions supprimées sont gardées ici 30 jours, pour que vous puissiez les restaurer.',
  made: when => `Faite le ${when}`,
  binned: when => `Dans la corbeille depuis : ${when}`,
  daysLeft: days =>
    days <= 1 ? 'Reste moins d’un jour' : `${counted(days, 'jour restant', 'jours restants')}`,
  stays: 'Gardée jusqu’à ce que vous la supprimiez, car le serveur ne l’a pas en entier',
  restore: 'Restaurer',
  restoring: 'Restauration...',
  restored: lostFiles =>
    lostFiles === 0
      ? 'Restaurée. Elle sera envoyée comme nouvelle soumission.'
      : `Restaurée sans ${counted(lostFiles, 'fichier qui avait quitté', 'fichiers qui avaient quitté')} cet appareil. Elle sera envoyée comme nouvelle soumission.`,
  delete: 'Supprimer définitivement',
  deleteTitle: 'Supprimer définitivement ?',
  deleteMessage:
    'Ses réponses et ses fichiers sont retirés de cet appareil. Elle ne pourra plus être restaurée.',
  deleted: 'Supprimée définitivement.',
  gone: 'Cette soumission n’est plus dans la corbeille.',
  failed: 'Cela n’a pas marché. La soumission est toujours dans la corbeille.',
  undo: 'Annuler',
  undone: 'La soumission est de retour.',
  undoGone: 'La soumission n’est plus dans la corbeille. Regardez dans les soumissions inachevées.',
  undoFailed:
    'Cela n’a pas marché. Ouvrez la corbeille dans Réglages pour restaurer la soumission.',
}

export const binReasons: typeof english.binReasons = {
  surveyor: 'Supprimée par vous',
  elsewhere: 'Supprimée ailleurs',
  missing: 'N’est plus sur le serveur',
}
