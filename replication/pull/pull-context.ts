import type { Database } from '../../collections/database.ts'
import type { SyncEnv } from '../env.ts'
import type { Api } from '../http/api.ts'
import type { Lease } from '../lock.ts'
import type { Extension } from '../wire/calls.ts'

/** What a pull needs. */
export interface PullContext {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock'>
  readonly lease: Lease
  readonly extensions: () => ReadonlySet<Extension> | null
  /** Called with how many submissions a restored server had lost, which are sent again. */
  readonly onResent: (count: number) => void
}
