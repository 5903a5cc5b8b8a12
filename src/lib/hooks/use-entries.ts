import { useMemo } from 'react'
import { combineLatest, map } from 'rxjs'
import type { Database } from '../../../collections/database.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { everyRefused } from '../../../collections/queries.ts'
import { entriesFrom } from '../../../collections/recovery-entries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { currentUser, type UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { useCalmly } from './calmly.ts'

const watchEntries = (db: Pick<Database, 'submissions' | 'user_profile'>) =>
  combineLatest([
    everyRefused.build(db.submissions).$,
    db.user_profile.findOne(currentUser).$,
  ]).pipe(
    map(([submissions, profile]) =>
      entriesFrom(
        submissions.map(doc => doc.toMutableJSON() as SubmissionDoc),
        (profile?.toMutableJSON() ?? null) as UserProfileDoc | null,
      ),
    ),
  )

/** The entries of Recovery, newest first; null until they were read. */
export const useEntries = (
  db: Pick<Database, 'submissions' | 'user_profile'>,
): readonly RecoveryEntry[] | null =>
  useCalmly<readonly RecoveryEntry[] | null>(
    useMemo(() => watchEntries(db), [db]),
    null,
  )
