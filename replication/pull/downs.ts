import type { Database } from '../../collections/database.ts'
import type { CaseDoc } from '../../collections/schemas/cases.ts'
import type { SettingDoc } from '../../collections/schemas/settings.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import type { Down } from '../down.ts'
import type { SyncEnv } from '../env.ts'
import { createCasesDown, type CasesCheckpoint } from './cases/pull-cases.ts'
import { createFormsDown, type FormsDown } from './forms/forms-down.ts'
import { createAccountDown, createStatsDown } from './pull-account.ts'
import type { RowsCheckpoint } from './pull-context.ts'
import { createRowsDown } from './pull-submissions.ts'

/** RxDB's pulls of a surveyor's database. */
export interface Downs {
  readonly rows: Down<SubmissionDoc, RowsCheckpoint>
  readonly forms: FormsDown
  /** For a form that the surveyor opens, which must not wait for all the others. */
  readonly opened: FormsDown
  readonly account: Down<UserProfileDoc, object>
  readonly stats: Down<SettingDoc, object>
  readonly cases: Down<CaseDoc, CasesCheckpoint>
  readonly stop: () => Promise<void>
}

/** Prepares all pulls. WARNING: the identifiers are persisted. */
export const createDowns = (db: Database, clock: SyncEnv['clock']): Downs => {
  const rows = createRowsDown(db, clock)
  const forms = createFormsDown(db, 'transect-forms')
  const account = createAccountDown(db)
  const stats = createStatsDown(db)
  const cases = createCasesDown(db)
  const opened = createFormsDown(db, 'transect-opened-form')
  return {
    rows,
    forms,
    account,
    stats,
    cases,
    opened,
    stop: async () => {
      await Promise.all([rows, forms, account, stats, cases, opened].map(down => down.stop()))
    },
  }
}
