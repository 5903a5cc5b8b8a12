import type * as english from '../../device/backup.ts'
import { counted } from '../plural.ts'

export const backup: typeof english.backup = {
  make: 'Sauvegarder le travail non envoyé',
  makeHint: 'Un fichier avec tous les brouillons, soumissions non envoyées et photos.',
  restore: 'Restaurer une sauvegarde',
  restoreHint: 'Ramène sur cet appareil le travail d’un fichier de sauvegarde.',
  contents: count => `Contient ${counted(count, 'soumission', 'soumissions')}`,
  passphrase: 'Phrase secrète',
  passphraseHelp:
    'Au moins 12 caractères ; plusieurs mots conviennent bien. Qui a le fichier et la phrase secrète peut le lire. Sans la phrase secrète personne ne le peut, nous non plus.',
  repeat: 'Phrase secrète, encore une fois',
  show: 'Afficher la phrase secrète',
  hide: 'Masquer la phrase secrète',
  tooShort: 'Au moins 12 caractères.',
  guessable: 'Trop facile à deviner. Plusieurs mots sans rapport entre eux conviennent bien.',
  differs: 'Les deux phrases secrètes diffèrent.',
  prepare: 'Préparer un fichier de sauvegarde',
  preparing: 'Préparation...',
  prepareFailed: 'La sauvegarde n’a pas pu être faite. Rien n’a été changé.',
  save: 'Enregistrer le fichier de sauvegarde',
  ready: 'La sauvegarde est prête. Enregistrez-la, et gardez la phrase secrète à part.',
  file: 'Fichier de sauvegarde',
  choose: 'Choisir le fichier de sauvegarde',
  chooseFile: 'Choisissez d’abord le fichier de sauvegarde.',
  restoring: 'Restauration...',
  restoreNow: 'Restaurer',
  restoreAnyway: 'Restaurer dans mon compte',
  restoreFailed:
    'La sauvegarde n’a pas pu être restaurée. Réessayez : ce qui a déjà été restauré n’est pas doublé.',
}

export const restored: typeof english.restored = {
  submissions: count => counted(count, 'soumission', 'soumissions'),
  drafts: count => counted(count, 'soumission inachevée', 'soumissions inachevées'),
  recovery: count => `${counted(count, 'élément', 'éléments')} dans Récupération`,
  profile: 'modifications de votre profil',
  files: count => counted(count, 'fichier', 'fichiers'),
  brought: list => `Restauré : ${list}.`,
  nothing: 'Il n’y avait rien de nouveau.',
  known: count => `${counted(count, 'était', 'étaient')} déjà sur cet appareil.`,
}

export const refusals: typeof english.refusals = {
  foreign: 'Ce n’est pas un fichier de sauvegarde. Rien n’a été changé.',
  newer:
    'Cette sauvegarde a été faite par une version plus récente de l’application. Mettez l’application à jour, puis réessayez. Rien n’a été changé.',
  passphrase: 'La phrase secrète ne correspond pas à ce fichier. Rien n’a été changé.',
  damaged: 'Le fichier est abîmé ou n’a pas été copié en entier. Rien n’a été changé.',
  otherUser: name =>
    `C’est le travail de ${name}, ou d’un autre serveur. Si vous le restaurez, il sera envoyé en votre nom. S’il est aussi envoyé au nom de l’autre, il arrivera deux fois.`,
  anotherSurveyor: 'un autre enquêteur',
}
