import { Observable, ReplaySubject, share } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { readCaseLists, type CaseListCount } from '../../collections/interview/cases/read-cases.ts'
import { changesOf } from '../../collections/query.ts'
import type { Clock } from '../../replication/env.ts'

/** How long changes are gathered. */
const gatherMs = 500

const streams = new WeakMap<Database, Observable<readonly CaseListCount[]>>()

/** The lists that have cases on this device, with their counts. Followed once for all screens, so that none moves later. */
export const caseLists$ = (db: Database, clock: Clock): Observable<readonly CaseListCount[]> => {
  const known = streams.get(db)
  if (known !== undefined) return known
  const made = follow(db, clock).pipe(
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: false }),
  )
  streams.set(db, made)
  return made
}

const follow = (db: Database, clock: Clock): Observable<readonly CaseListCount[]> =>
  new Observable(subscriber => {
    let cancel = () => {}
    const read = async () => subscriber.next(await readCaseLists(db))
    // A failed read belongs to a database that is closing.
    const readNow = () => void read().catch(() => {})
    const changes = changesOf(db.cases).subscribe(() => {
      cancel()
      cancel = clock.after(gatherMs, readNow)
    })
    readNow()
    return () => {
      cancel()
      changes.unsubscribe()
    }
  })
