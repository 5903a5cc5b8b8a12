import { Observable, ReplaySubject, share } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { caseHiddenBy } from '../../collections/schemas/cases.ts'
import { inSlices } from '../../collections/one-database/slices.ts'
import { changesOf } from '../../collections/query.ts'
import { readCases } from '../../collections/interview/cases/case-rows.ts'
import type { Clock } from '../../replication/env.ts'
import { caseEntryOf, type CaseEntry } from './case-entry.ts'

/** All cases of a list, in no order. An entry that stays is the same object. */
export type CaseBook = readonly CaseEntry[]

/** How long changes are gathered. */
const gatherMs = 200

/** More changed cases than this are not read one by one. */
const mostSingly = 500

const books = new WeakMap<Database, Map<string, Observable<CaseBook>>>()

/**
 * The cases of a list, which every screen shares: read once in slices, because a list may have 50,000, and from then on
 * followed as long as the database is open.
 */
export const caseBook$ = (db: Database, clock: Clock, list: string): Observable<CaseBook> => {
  const all = books.get(db) ?? new Map<string, Observable<CaseBook>>()
  books.set(db, all)
  const known = all.get(list)
  if (known !== undefined) return known
  const made = follow(db, clock, list).pipe(
    share({
      connector: () => new ReplaySubject(1),
      resetOnRefCountZero: false,
    }),
  )
  all.set(list, made)
  return made
}

const follow = (db: Database, clock: Clock, list: string): Observable<CaseBook> =>
  new Observable(subscriber => {
    let entries: ReadonlyMap<string, CaseEntry> = new Map()
    const changed = new Set<string>()
    let isReading = false
    let cancel = () => {}

    const readWhole = async (): Promise<void> => {
      const before = entries
      const docs = await readCases(db, list)
      const read = await inSlices(docs, slice =>
        Promise.resolve(
          slice.map(doc => {
            const entry = caseEntryOf(doc)
            const kept = before.get(doc.id)
            return kept !== undefined && isSame(kept, entry) ? kept : entry
          }),
        ),
      )
      entries = new Map(read.map(entry => [entry.id, entry]))
    }
    const readChanged = async (ids: readonly string[]): Promise<void> => {
      const found = await db.cases.findByIds([...ids]).exec()
      const next = new Map(entries)
      for (const id of ids) {
        const doc = found.get(id)
        const isHere = doc !== undefined && doc.list === list && doc.hidden === caseHiddenBy.nothing
        if (isHere) next.set(id, caseEntryOf(doc.toMutableJSON()))
        else next.delete(id)
      }
      entries = next
    }
    const read = async (isFirst: boolean): Promise<void> => {
      isReading = true
      const ids = [...changed]
      changed.clear()
      await (isFirst || ids.length > mostSingly ? readWhole() : readChanged(ids))
      isReading = false
      if (subscriber.closed) return
      subscriber.next([...entries.values()])
      if (changed.size > 0) readSoon()
    }
    // A failed read belongs to a database that is closing.
    const readNow = (isFirst: boolean) => void read(isFirst).catch(() => {})
    const readSoon = () => {
      cancel()
      cancel = clock.after(gatherMs, () => {
        if (!isReading) readNow(false)
      })
    }
    const changes = changesOf(db.cases).subscribe(({ documentId }) => {
      changed.add(documentId)
      if (!isReading) readSoon()
    })
    readNow(true)
    return () => {
      cancel()
      changes.unsubscribe()
    }
  })

const isSame = (one: CaseEntry, other: CaseEntry): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
