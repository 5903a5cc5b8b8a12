import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** Projects, all surveys, completed surveys (2.projects, 2.completed-surveys-and-all-surveys). */
export const projects = translatable('projects.projects', {
  title: 'Projects',
  completed: 'Completed Surveys',
  all: 'All Surveys',
  toSync: 'Surveys to Sync',
  syncNow: 'Sync Now',
  syncing: 'Syncing...',
  recent: 'Recently Updated',
  startNow: 'Start Now',
  unpublished: 'Unpublished',
  unpublishedHint: 'This survey cannot be filled in until it is published.',
  completedBadge: 'Completed',
  viewSubmissions: 'Submissions',
  submissions: (count: number) => counted(count, 'submission', 'submissions'),
  unfinished: (count: number) => `${count} unfinished`,
  updated: (when: string) => `Updated ${when}`,
  surveys: (count: number) => counted(count, 'survey', 'surveys'),
  /** 2.projects.4, 2.completed-surveys-and-all-surveys */
  none: 'No Surveys Available',
  /** The first list takes long. */
  onTheirWay: 'Your surveys are on their way',
  onTheirWayMessage: 'This takes longer than usual. They appear here when they have arrived.',
  noneMessage: 'New surveys assigned to you will appear here.',
  noneCompleted: 'No Completed Surveys',
  noneCompletedMessage: 'Surveys that have been completed will appear here.',
  /** 8.25 */
  offline: 'You are offline and no forms are saved locally.',
  /** There is a network, but the answer was not the list. */
  failed: 'Your surveys could not be loaded. They are fetched again when you come back here.',
})
