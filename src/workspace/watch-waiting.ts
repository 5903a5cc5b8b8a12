import { asyncScheduler, concatMap, startWith, throttleTime, type Observable } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { readWaitingForms, type WaitingForm } from '../../collections/waiting-forms.ts'
import { changesOf } from './changes.ts'

/** How often to count again while the outbox changes without a pause. */
const paceMs = 300

/** The waiting work, by form; emits at each change in this tab or another. */
export const watchWaitingForms = (
  db: Pick<Database, 'outbox'>,
): Observable<readonly WaitingForm[]> =>
  changesOf(db.outbox).pipe(
    startWith(null),
    throttleTime(paceMs, asyncScheduler, { leading: true, trailing: true }),
    concatMap(() => readWaitingForms(db)),
  )
