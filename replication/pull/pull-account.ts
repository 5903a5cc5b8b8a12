import type { Database } from '../../collections/database.ts'
import { upsert } from '../../collections/one-database/upsert.ts'
import { baseFields, logOfBase } from '../../collections/operation-log.ts'
import type { SettingDoc } from '../../collections/schemas/settings.ts'
import type { UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { createDown, type Down } from '../down.ts'
import type { Api } from '../http/api.ts'
import type { Failure } from '../http/failure.ts'
import { err, ok, type Result } from '../http/result.ts'
import { keepBase, userToBase, type Base } from '../rows/keep-user.ts'
import type { User } from '../wire/answers.ts'

/** Prepares RxDB's pull of the account. */
export const createAccountDown = (db: Database): Down<UserProfileDoc, object> =>
  createDown({
    collection: db.user_profile,
    identifier: 'transect-account',
    arrive: async ([pulled]) => {
      const base = pulled === undefined ? null : baseFields<UserProfileDoc>(pulled.crdts)
      if (base !== null) await keepBase(db, base as Base)
    },
  })

/** Fetches the account and stores it; returns the user, for the session to check. */
export const pullAccount = async (
  down: Down<UserProfileDoc, object>,
  api: Api,
  report: string | null,
): Promise<Result<User, Failure>> => {
  let account: Result<User, Failure> = err({ kind: 'offline' })
  const pulled = await down.pull(async () => {
    account = await api.account(report)
    if (!account.ok) return account
    const base = userToBase(account.value, '')
    const document = { ...base, crdts: logOfBase(base), _deleted: false }
    return ok({ documents: [document], checkpoint: {}, isLast: true })
  })
  return pulled.ok ? account : pulled
}

/** Prepares RxDB's pull of the dashboard's numbers. */
export const createStatsDown = (db: Database): Down<SettingDoc, object> =>
  createDown({
    collection: db.settings,
    identifier: 'transect-stats',
    arrive: async ([pulled]) => {
      if (pulled !== undefined) await upsert(db.settings, { key: pulled.key, value: pulled.value })
    },
  })

/** Fetches and stores the dashboard's four numbers (3.27). */
export const pullStats = (
  down: Down<SettingDoc, object>,
  api: Api,
  report: string | null,
): Promise<Result<void, Failure>> =>
  down.pull(async () => {
    const stats = await api.stats(report)
    if (!stats.ok) return stats
    const document = { key: 'dashboardStats', value: stats.value, _deleted: false }
    return ok({ documents: [document], checkpoint: {}, isLast: true })
  })
