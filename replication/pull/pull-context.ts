import type { Database } from '../../collections/database.ts'
import type { SyncEnv } from '../env.ts'
import type { Api } from '../http/api.ts'
import type { Lease } from '../lock.ts'
import type { Extension } from '../wire/calls.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { Down } from '../down.ts'

/** Where the next page of changes begins. */
export interface RowsCheckpoint {
  /** The server's cursor of changes; '' on a server that lists none. */
  readonly cursor: string
}

/** What a pull needs. */
export interface PullContext {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock'>
  readonly lease: Lease
  readonly extensions: () => ReadonlySet<Extension> | null
  /** RxDB's pull of the submissions. */
  readonly rows: Down<SubmissionDoc, RowsCheckpoint>
  /** Called with how many submissions a restored server had lost, which are sent again. */
  readonly onResent: (count: number) => void
}
