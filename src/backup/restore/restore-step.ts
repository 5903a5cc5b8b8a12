import type { Database } from '../../../collections/database.ts'
import type { Transaction } from '../../../collections/one-database/transaction.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'

/** What a restore reads, and compares with. */
export interface RestoreStep {
  readonly transaction: Transaction
  readonly db: Database
  /** Epoch ms. */
  readonly now: number
  /** The files whose bytes the backup has, by their ids. */
  readonly files: ReadonlyMap<string, FileUploadDoc>
  /** The ids of all that is in Recovery here. */
  readonly entryIds: ReadonlySet<string>
  /** The ids of the files that this restore has written. */
  readonly written: ReadonlySet<string>
}
