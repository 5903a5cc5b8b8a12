import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The dashboard (2.dashboard). */
export const dashboard = translatable('dashboard.dashboard', {
  title: 'Overview',
  assigned: 'Assigned Projects',
  total: 'Total Submissions',
  today: (count: number) => `Today: ${counted(count, 'submission', 'submissions')}`,
  todayOf: (count: string, target: string) => `Today: ${count} of ${target}`,
  syncStatus: 'Sync Status',
  synced: 'Synced',
  notArrived: 'not arrived',
  storage: 'Storage Used',
  lastSync: (when: string) => `Last sync ${when}`,
  /** 2.dashboard.5 */
  noData: 'No Data Found',
  noActivity: 'No Activity',
  noActivityMessage: 'What you submit in this period appears here.',
  noRecent: 'No Recent Submissions',
  noRecentMessage: 'Your submissions appear here. Start with the plus button.',
  recent: 'Recent Submissions',
  /** 8.23, 8.24 */
  statsFailed: 'Failed to fetch stats.',
  statsOffline: 'You are offline and no stats are saved.',
})

/** The activity chart (2.dashboard.2). */
export const activity = translatable('dashboard.activity', {
  title: 'Activity',
  period: 'Period',
  thisWeek: 'This Week',
  lastWeek: 'Last Week',
  thisMonth: 'This Month',
  lastMonth: 'Last Month',
  summary: (count: number, period: string) =>
    `${counted(count, 'submission', 'submissions')}, ${period}`,
  day: 'Day',
  submissions: 'Submissions',
})

/** The floating plus (2.dashboard.4). */
export const start = translatable('dashboard.start', {
  title: 'Start a New Survey',
  project: 'Project',
  choose: 'Choose a project',
  submit: 'Start Now',
  none: 'No Surveys Available',
  noneMessage: 'New surveys assigned to you will appear here.',
})
