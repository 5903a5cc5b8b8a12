import type { Database } from '../../../collections/database.ts'
import { makeBackup, type Owner } from '../../../src/backup/make-backup.ts'
import { restoreBackup } from '../../../src/backup/restore/restore-backup.ts'
import type { SimSession } from './app.ts'

/** Copies work from one phone to another in a backup file. */

const passphrase = 'four goats cross the bridge'
const apiUrl = 'the same server'

const ownerOf = ({ userId, firstName }: Pick<SimSession, 'userId' | 'firstName'>): Owner => ({
  userId,
  userName: firstName,
  apiUrl,
})

/** Creates the backup file of a database. */
export const carryOver = (db: Database, session: SimSession, now: number): Promise<Blob> =>
  makeBackup({ db, owner: ownerOf(session), appVersion: '1.0.8', now }, passphrase)

/** Restores a backup file. Returns the outcome in a word. */
export const takeOver = async (
  db: Database,
  session: SimSession,
  backup: Blob,
  now: number,
): Promise<string> => {
  const restored = await restoreBackup({ db, owner: ownerOf(session), now }, backup, passphrase)
  if (!restored.ok) return `not restored: ${restored.failure.kind}`
  const { drafts, submissions, recovery, files, known } = restored.value
  return `${drafts} drafts, ${submissions} submissions, ${recovery} of Recovery, ${files} files, ${known} known`
}
