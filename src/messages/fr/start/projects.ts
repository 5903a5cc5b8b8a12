import type * as english from '../../start/projects.ts'
import { counted } from '../plural.ts'

export const projects: typeof english.projects = {
  title: 'Projets',
  completed: 'Enquêtes terminées',
  all: 'Toutes les enquêtes',
  toSync: 'Enquêtes à synchroniser',
  syncNow: 'Envoyer',
  syncing: 'Synchronisation...',
  recent: 'Mises à jour récemment',
  startNow: 'Commencer',
  unpublished: 'Non publiée',
  unpublishedHint: 'Cette enquête ne peut pas être remplie avant d’être publiée.',
  completedBadge: 'Terminée',
  viewSubmissions: 'Soumissions',
  submissions: count => counted(count, 'soumission', 'soumissions'),
  unfinished: count => counted(count, 'inachevée', 'inachevées'),
  updated: when => `Mise à jour ${when}`,
  surveys: count => counted(count, 'enquête', 'enquêtes'),
  none: 'Aucune enquête disponible',
  onTheirWay: 'Vos enquêtes arrivent',
  onTheirWayMessage:
    'Cela prend plus de temps que d’habitude. Elles apparaîtront ici dès leur arrivée.',
  noneMessage: 'Les nouvelles enquêtes qui vous sont attribuées apparaîtront ici.',
  noneCompleted: 'Aucune enquête terminée',
  noneCompletedMessage: 'Les enquêtes terminées apparaîtront ici.',
  offline: 'Vous êtes hors ligne et aucun formulaire n’est enregistré sur cet appareil.',
  failed: 'Vos enquêtes n’ont pas pu être chargées. Elles le seront quand vous reviendrez ici.',
}
