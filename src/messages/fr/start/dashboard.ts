import type * as english from '../../start/dashboard.ts'
import { counted } from '../plural.ts'

export const dashboard: typeof english.dashboard = {
  title: 'Vue d’ensemble',
  assigned: 'Projets attribués',
  total: 'Total des soumissions',
  today: count => `Aujourd’hui : ${counted(count, 'soumission', 'soumissions')}`,
  todayOf: (count, target) => `Aujourd’hui : ${count} sur ${target}`,
  syncStatus: 'État de la synchro',
  synced: 'À jour',
  notArrived: 'pas encore au serveur',
  storage: 'Espace utilisé',
  lastSync: when => `Dernière synchro ${when}`,
  noData: 'Aucune donnée',
  noActivity: 'Aucune activité',
  noActivityMessage: 'Ce que vous envoyez pendant cette période apparaît ici.',
  noRecent: 'Aucune soumission récente',
  noRecentMessage: 'Vos soumissions apparaissent ici. Commencez avec le bouton plus.',
  recent: 'Soumissions récentes',
  statsFailed: 'Les statistiques n’ont pas pu être chargées.',
  statsOffline: 'Vous êtes hors ligne et aucune statistique n’est enregistrée.',
}

export const activity: typeof english.activity = {
  title: 'Activité',
  period: 'Période',
  thisWeek: 'Cette semaine',
  lastWeek: 'Semaine dernière',
  thisMonth: 'Ce mois-ci',
  lastMonth: 'Mois dernier',
  summary: (count, period) => `${counted(count, 'soumission', 'soumissions')}, ${period}`,
  day: 'Jour',
  submissions: 'Soumissions',
}

export const start: typeof english.start = {
  title: 'Commencer une enquête',
  project: 'Projet',
  choose: 'Choisissez un projet',
  submit: 'Commencer',
  none: 'Aucune enquête disponible',
  noneMessage: 'Les nouvelles enquêtes qui vous sont attribuées apparaîtront ici.',
}
