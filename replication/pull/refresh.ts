import type { Database } from '../../collections/database.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import {
  changeSetting,
  readSetting,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import type { Api } from '../http/api.ts'
import type { SyncEnv } from '../env.ts'
import type { Failure } from '../http/failure.ts'
import { LeaseLost } from '../attempt/sending.ts'
import { freshMs } from '../limits.ts'
import type { Lock } from '../lock.ts'
import { deviceReport, type DescribeDevice } from './device-report.ts'
import { keepAvatar, keepOrganization } from './keep-images.ts'
import { pullAccount, pullStats } from './pull-account.ts'
import { noteCaseList, pullCases } from './cases/pull-cases.ts'
import type { Downs } from './downs.ts'
import { pullForm, pullForms } from './forms/pull-forms.ts'
import { pullSubmissions } from './pull-submissions.ts'
import { ok, type Result } from '../http/result.ts'
import type { User } from '../wire/answers.ts'
import type { Extension } from '../wire/calls.ts'

/** The kinds of data that are fetched; for each the time of its last fetch is stored. */
export type Kind = 'forms' | 'submissions' | 'stats' | 'account'

/** Fetches data from the server; screens show stale data until then (1.5). Failures are values. */
export interface Refresh {
  /** Fetches unless the last fetch was less than two minutes ago (4.37); null when it was. */
  readonly ifStale: (kind: Kind) => Promise<Result<unknown, Failure> | null>
  readonly now: (kind: Kind) => Promise<Result<unknown, Failure>>
  /** Call after a run that sent something; fetches stats, forms and submissions (4.17). */
  readonly afterSync: () => Promise<void>
  /** Fetches the account; returns the user, for the session to check. */
  readonly account: () => Promise<Result<User, Failure>>
  /** Fetches the definition of one form. */
  readonly form: (id: string) => Promise<Result<void, Failure>>
  /** When a kind was last fetched, epoch ms; 0 for never. */
  readonly fetchedAt: (kind: Kind) => Promise<number>
}

interface RefreshParts {
  readonly db: Database
  readonly api: Api
  readonly env: SyncEnv
  readonly lock: Lock
  readonly extensions: () => ReadonlySet<Extension> | null
  readonly describeDevice?: DescribeDevice | undefined
  readonly downs: Downs
  /** Called with how many submissions a restored server had lost. */
  readonly onResent: (count: number) => void
}

/** Creates the refresh of a surveyor's database. */
export const createRefresh = (parts: RefreshParts): Refresh => {
  const { db, api, env, downs } = parts
  const formParts = { db, api, now: env.clock.now }

  const stamp = async (kind: Kind): Promise<void> => {
    const now = env.clock.now()
    await changeSetting(db, 'freshness', stamps => ({ ...stamps, [kind]: now }))
    await writeSetting(db, 'lastSyncTime', now)
  }

  const account = async () => {
    const known = (await db.user_profile.findOne(currentUser).exec())?.profile_image ?? ''
    const user = await pullAccount(downs.account, api, await deviceReport(parts))
    if (user.ok) {
      await stamp('account')
      // Nothing waits for a picture that the device cannot store; a later fetch tries again.
      await keepOrganization(db, env, user.value).catch(() => undefined)
      await keepAvatar(db, env, user.value, known).catch(() => undefined)
    }
    return user
  }

  /** 'busy' while another tab syncs, which then fetches them too. */
  const pullUnderLock = async (): Promise<Result<unknown, Failure> | 'busy'> => {
    if (!env.network.isOnline() || env.token() === null) {
      return { ok: false, failure: { kind: 'offline' } }
    }
    const pulling = parts.lock.run(async lease => {
      await noteCaseList(parts)
      const rows = await pullSubmissions({ ...parts, rows: downs.rows, lease })
      return rows.ok ? pullCases({ ...parts, down: downs.cases, lease }) : rows
    })
    return pulling.catch((error: unknown) => {
      if (error instanceof LeaseLost) return 'busy'
      throw error
    })
  }

  const fetchKind = async (kind: Kind): Promise<Result<unknown, Failure> | 'busy'> => {
    switch (kind) {
      case 'forms':
        return pullForms({ ...formParts, down: downs.forms })
      case 'stats':
        return pullStats(downs.stats, api, await deviceReport(parts))
      case 'account':
        return account()
      case 'submissions':
        return pullUnderLock()
    }
  }

  const now = async (kind: Kind): Promise<Result<unknown, Failure>> => {
    const result = await fetchKind(kind)
    if (result === 'busy') return ok(undefined)
    if (result.ok) await stamp(kind)
    return result
  }

  const fetchedAt = async (kind: Kind): Promise<number> =>
    (await readSetting(db, 'freshness'))[kind] ?? 0

  const nowIfStale = async (kind: Kind): Promise<Result<unknown, Failure> | null> => {
    const ageMs = env.clock.now() - (await fetchedAt(kind))
    return ageMs >= 0 && ageMs < freshMs ? null : now(kind)
  }

  /** Fetches in flight; shared, because the start and its first screen fetch the same at the same time. */
  const inFlight = new Map<Kind, Promise<Result<unknown, Failure> | null>>()

  return {
    now,
    account,
    form: id => pullForm({ ...formParts, down: downs.opened }, id),
    fetchedAt,
    ifStale: kind => {
      const running = inFlight.get(kind)
      if (running !== undefined) return running
      const fetching = nowIfStale(kind).finally(() => inFlight.delete(kind))
      inFlight.set(kind, fetching)
      return fetching
    },
    afterSync: async () => {
      for (const kind of ['stats', 'forms', 'submissions'] as const) {
        if (!(await now(kind)).ok) return
      }
    },
  }
}
