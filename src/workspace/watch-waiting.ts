import {
  asyncScheduler,
  combineLatest,
  concatMap,
  filter,
  map,
  merge,
  startWith,
  throttleTime,
  type Observable,
} from 'rxjs'
import type { Database } from '../../collections/database.ts'
import {
  everyRefused,
  pendingDeletionCount,
  visibleSubmissionCount,
} from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import {
  notArrivedInRecovery,
  readWaitingForms,
  type NotArrived,
  type WaitingForm,
} from '../../collections/waiting-forms.ts'
import { changesOf } from '../../collections/query.ts'

/** How often to count again while the work changes without a pause. */
const paceMs = 300

/** The waiting work, by form; emits at each change in this tab or another. */
export const watchWaitingForms = (
  db: Pick<Database, 'outbox' | 'submissions'>,
): Observable<readonly WaitingForm[]> =>
  merge(
    changesOf(db.outbox),
    // A pull writes thousands of synced rows.
    changesOf(db.submissions).pipe(
      filter(({ documentData, previousDocumentData: before }) =>
        [documentData, before].some(doc => doc !== undefined && doc.syncStatus !== 'synced'),
      ),
    ),
  ).pipe(
    startWith(null),
    throttleTime(paceMs, asyncScheduler, { leading: true, trailing: true }),
    concatMap(() => readWaitingForms(db)),
  )

const pendingCount = visibleSubmissionCount({ pendingOnly: true })

/** The only count of what has not arrived; emits at each change in this tab or another. */
export const watchNotArrived = (db: Database): Observable<NotArrived> =>
  combineLatest([
    pendingCount.count(db.submissions).$,
    pendingDeletionCount.count(db.submissions).$,
    db.user_profile.findOne(currentUser).$,
    everyRefused.build(db.submissions).$,
  ]).pipe(
    map(([pending, deleted, profile, refused]) => {
      const recovered = notArrivedInRecovery(refused.map(doc => doc.toJSON() as SubmissionDoc))
      return {
        submissions: pending + recovered.submissions,
        deletions: deleted + recovered.deletions,
        profile: profile?.syncStatus === 'pending' || (profile?.refusals ?? []).length > 0,
      }
    }),
  )
