import type { SettingValues } from '../../../collections/schemas/settings.ts'

/** What the device has counted. */
interface LocalCounts {
  readonly forms: number
  readonly submissions: number
}

/**
 * The two counts that device and server both have. Only the device counts unsent submissions, and only the server those
 * that were never fetched, so the larger number misses fewer. Once forms were fetched, the device's count of them is
 * used.
 */
export const dashboardCounts = (
  stats: SettingValues['dashboardStats'],
  local: LocalCounts,
): { readonly assigned: number; readonly submissions: number } => ({
  assigned: local.forms === 0 ? stats.total_assigned_forms : local.forms,
  submissions: Math.max(local.submissions, stats.total_submissions),
})
