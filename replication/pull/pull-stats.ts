import type { Database } from '../../collections/database.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import type { Api } from '../http/api.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'

/** Fetches and stores the dashboard's four numbers (3.27). */
export const pullStats = async (
  db: Database,
  api: Api,
  report: string | null,
): Promise<Result<void, Failure>> => {
  const stats = await api.stats(report)
  if (!stats.ok) return stats
  await writeSetting(db, 'dashboardStats', stats.value)
  return ok(undefined)
}
