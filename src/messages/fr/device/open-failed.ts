import type * as english from '../../device/open-failed.ts'
import { counted } from '../plural.ts'

export const openFailed: typeof english.openFailed = {
  title: 'Vos données n’ont pas pu être ouvertes',
  message:
    'Rien n’a été supprimé : tout ce que vous avez saisi est encore sur cet appareil. Fermez les autres onglets de cette application, assurez-vous qu’il y a de la place, et réessayez.',
  noRoomMessage:
    'Il n’y a pas assez de place sur cet appareil pour les ouvrir. Rien n’a été supprimé. Libérez de l’espace, par exemple en supprimant des vidéos ou des applications, et réessayez.',
  newerTitle: 'Cette application est plus ancienne que vos données',
  newerMessage:
    'Vos données ont été enregistrées par une version plus récente de l’application, et celle-ci ne doit pas y toucher. Rien n’a été supprimé. Connectez-vous à Internet et rechargez pour obtenir la version récente.',
  migrationMessage:
    'Vos données viennent d’une version antérieure et n’ont pas pu être mises à jour. Rien n’a été supprimé. Réessayez ; si cela ne suffit pas, enregistrez une copie et envoyez-la à votre superviseur.',
  tryAgain: 'Réessayer',
  reload: 'Recharger',
  signOut: 'Retour à la connexion',
  details: 'Détails',
  saveTitle: 'Enregistrer une copie',
  saveMessage:
    'Un fichier avec tout ce qui peut être lu, photos comprises. Gardez-le en lieu sûr : il contient les réponses de personnes.',
  prepare: 'Préparer une copie de toutes les données',
  preparing: 'Préparation...',
  save: 'Enregistrer la copie',
  prepareFailed: 'Les données n’ont pas pu être lues.',
  reset: 'Supprimer et recommencer',
  resetTitle: 'Supprimer toutes les données de cette application ?',
  resetMessage:
    'Tout ce qui est sur cet appareil est supprimé. Ce qui n’a pas été envoyé est perdu pour toujours.',
  counting: 'Décompte de ce qui serait perdu',
  lost: 'Perdu pour toujours :',
  nothingLost: 'Rien de non envoyé n’a été trouvé.',
  partial: 'Une partie n’a pas pu être lue, et il y en a peut-être plus.',
  failed:
    'La suppression n’a pas pu se faire. Fermez les autres onglets de cette application et réessayez.',
}

export const lostWork: typeof english.lostWork = {
  submissions: count => counted(count, 'soumission', 'soumissions'),
  drafts: count => counted(count, 'soumission inachevée', 'soumissions inachevées'),
  recovery: count => `${counted(count, 'élément', 'éléments')} dans Récupération`,
  files: count => counted(count, 'photo ou fichier', 'photos et fichiers'),
}
