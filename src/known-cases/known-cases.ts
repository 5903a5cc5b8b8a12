import { Subject, type Observable } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { casePages } from '../../collections/interview/cases/read-cases.ts'
import { changesOf } from '../../collections/query.ts'
import { caseHiddenBy } from '../../collections/schemas/cases.ts'
import { caseEntryOf, type CaseEntry } from './case-entry.ts'

/** The cases of a list in memory. An entry that stays is the same object. */
export interface KnownCases {
  /** All of them, also those that are only visited here. */
  readonly byId: ReadonlyMap<string, CaseEntry>
  /** The registered ones, in no order; the same array until a case of the list changes. */
  readonly registered: () => readonly CaseEntry[]
  /** Emits after each change. */
  readonly changed$: Observable<null>
}

/** Each database has its own, because one surveyor's device must not show another one's cases. */
const knownIn = new WeakMap<Database, Map<string, Promise<KnownCases>>>()

/**
 * The cases of a list, which screens and forms share: read once, because a list may have 50,000, and from then on followed by
 * what is written, in whatever tab, as long as the database is open.
 */
export const knownCases = (db: Database, list: string): Promise<KnownCases> => {
  const lists = knownIn.get(db) ?? new Map<string, Promise<KnownCases>>()
  knownIn.set(db, lists)
  const reading = lists.get(list) ?? read(db, list)
  lists.set(list, reading)
  // After a failure the next caller reads again.
  reading.catch(() => lists.delete(list))
  return reading
}

const read = async (db: Database, list: string): Promise<KnownCases> => {
  const byId = new Map<string, CaseEntry>()
  const changed$ = new Subject<null>()
  const writtenSince = new Set<string>()
  let isRead = false
  let made: readonly CaseEntry[] | null = null
  changesOf(db.cases).subscribe(({ documentId: id, operation, documentData: doc }) => {
    if (!isRead) writtenSince.add(id)
    if (operation !== 'DELETE' && doc.list === list) byId.set(id, caseEntryOf(doc))
    else if (!byId.delete(id)) return
    made = null
    changed$.next(null)
  })
  for (const hidden of [caseHiddenBy.nothing, caseHiddenBy.registration]) {
    for await (const docs of casePages(db, list, hidden)) {
      for (const doc of docs) if (!writtenSince.has(doc.id)) byId.set(doc.id, caseEntryOf(doc))
    }
  }
  isRead = true
  writtenSince.clear()
  return {
    byId,
    registered: () => (made ??= [...byId.values()].filter(({ isRegistered }) => isRegistered)),
    changed$,
  }
}
