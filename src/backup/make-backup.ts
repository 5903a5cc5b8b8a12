import type { Database } from '../../collections/database.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { collectPieces } from './collect.ts'
import { shareUnsentWork } from './share-work.ts'
import { writeBackupFile } from './write-file.ts'

/** Whose work it is, and which server it belongs to. */
export interface Owner {
  readonly userId: string
  readonly userName: string
  readonly apiUrl: string
}

/** Whose work goes into the file, and from which database. */
interface BackupParts {
  readonly db: Database
  readonly owner: Owner
  readonly appVersion: string
  /** Epoch ms. */
  readonly now: number
}

/** Makes one file of all work that no server has; only the passphrase opens it. */
export const makeBackup = async (
  { db, owner, appVersion, now }: BackupParts,
  passphrase: string,
): Promise<Blob> => {
  await queueUnsent(db, now)
  await shareUnsentWork(db, now)
  return writeBackupFile(
    passphrase,
    collectPieces(db, {
      type: 'head',
      made_at: new Date(now).toISOString(),
      app_version: appVersion,
      schema: schemaVersion,
      user: { id: owner.userId, name: owner.userName },
      api_url: owner.apiUrl,
    }),
  )
}
