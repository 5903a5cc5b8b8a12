import type { Database } from './database.ts'
import { entriesOf, entriesOfProfile, type RecoveryEntry } from './interview/refusals.ts'
import type { Transaction } from './one-database/transaction.ts'
import { everyRefused } from './queries.ts'
import type { SubmissionDoc } from './schemas/submissions.ts'
import { currentUser, type UserProfileDoc } from './schemas/user-profile.ts'

/** All that is in Recovery. */

/** The entries of submissions and of the profile, newest first. */
export const entriesFrom = (
  submissions: readonly SubmissionDoc[],
  profile: Pick<UserProfileDoc, 'refusals'> | null,
): readonly RecoveryEntry[] =>
  [...submissions.flatMap(entriesOf), ...(profile === null ? [] : entriesOfProfile(profile))].sort(
    (one, other) => other.moved_at - one.moved_at,
  )

/** All entries, newest first. */
export const readEntries = async (
  db: Pick<Database, 'submissions' | 'user_profile'>,
): Promise<readonly RecoveryEntry[]> => {
  const submissions = await everyRefused.build(db.submissions).exec()
  const profile = await db.user_profile.findOne(currentUser).exec()
  return entriesFrom(
    submissions.map(doc => doc.toMutableJSON() as SubmissionDoc),
    (profile?.toMutableJSON() ?? null) as UserProfileDoc | null,
  )
}

/** All entries as a transaction leaves them, newest first. */
export const entriesIn = async (
  transaction: Transaction,
  db: Database,
): Promise<readonly RecoveryEntry[]> =>
  entriesFrom(
    await transaction.find(db.submissions, everyRefused),
    await transaction.read(db.user_profile, currentUser),
  )
