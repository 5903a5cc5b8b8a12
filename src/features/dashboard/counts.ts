import type { SettingValues } from '../../../collections/schemas/settings.ts'

/** What the device itself counts. */
interface LocalCounts {
  readonly forms: number
  readonly submissions: number
}

/**
 * The two counts that both sides know. The device counts what has not been sent, the server what was never
 * fetched: the larger number of submissions misses less. Forms are all on the device once they were fetched.
 */
export const dashboardCounts = (
  stats: SettingValues['dashboardStats'],
  local: LocalCounts,
): { readonly assigned: number; readonly submissions: number } => ({
  assigned: local.forms === 0 ? stats.total_assigned_forms : local.forms,
  submissions: Math.max(local.submissions, stats.total_submissions),
})
