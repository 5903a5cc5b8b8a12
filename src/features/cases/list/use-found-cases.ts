import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { audit, catchError, EMPTY, from, map, Observable, startWith, switchMap } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import { casesOfByDue } from '../../../../collections/queries.ts'
import type { CaseDoc } from '../../../../collections/schemas/cases.ts'
import type { CaseForm } from '../../../cases/case-forms.ts'
import { listWords, type ListWords } from '../../../cases/property-words.ts'
import type { Clock } from '../../../../replication/env.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useLive } from '../../../lib/hooks/use-live.ts'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import { caseEntryOf, type CaseEntry } from '../../../known-cases/case-entry.ts'
import { knownCases } from '../../../known-cases/known-cases.ts'
import { locale } from '../../../messages/locale.ts'
import type { Point } from '../../../location/metres-between.ts'
import { orderedCases, type CaseOrder } from './case-order.ts'
import { createTexts, foundCases, type CaseTexts, type FoundCase } from './case-texts.ts'

/** The words of a list, and the texts by which its cases are found, as long as neither changes. */
interface ReadList {
  readonly key: readonly unknown[]
  readonly words: ListWords
  readonly textsOf: ReturnType<typeof createTexts>
}

/** By list, so that coming back from a case needs no second making of 50,000 texts. */
const readLists = new WeakMap<Database, Map<string, ReadList>>()

const readListOf = (
  db: Database,
  list: string,
  forms: readonly CaseForm[],
  languages: Readonly<Record<string, string>>,
): ReadList => {
  const all = readLists.get(db) ?? new Map<string, ReadList>()
  readLists.set(db, all)
  const key = [locale(), JSON.stringify(languages), ...forms.map(({ use }) => use)]
  const known = all.get(list)
  if (known?.key.length === key.length && known.key.every((part, at) => part === key[at]))
    return known
  const words = listWords(forms, list, languages)
  const made = { key, words, textsOf: createTexts(words) }
  all.set(list, made)
  return made
}

interface Wanted {
  readonly list: string
  readonly forms: readonly CaseForm[]
  readonly languages: Readonly<Record<string, string>>
  readonly search: string
  readonly order: CaseOrder
  readonly here: Point | null
}

/** The cases of a list that match a search, in order; null until they are read. */
export const useFoundCases = ({
  list,
  forms,
  languages,
  search,
  order,
  here,
}: Wanted): { readonly words: ListWords; readonly cases: readonly FoundCase[] | null } => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const registered$ = useMemo(() => registeredCases(db, env.clock, list), [db, env, list])
  const registered = useStream<readonly CaseEntry[] | null>(registered$, null)
  const read = readListOf(db, list, forms, languages)
  const texts = useTexts(registered, read)
  const query = useDeferredValue(search)
  const found = useMemo(() => (texts === null ? null : foundCases(texts, query)), [texts, query])
  const cases = useMemo(
    () => (found === null ? null : orderedCases(found, order, here)),
    [found, order, here],
  )
  const first = useFirstPage(list, cases === null && order === 'due' && search === '')
  return { words: read.words, cases: cases ?? first }
}

/** How long changes are gathered, because a page of the pull changes a thousand cases. */
const gatherMs = 200

/** The registered cases of a list, as they change. */
const registeredCases = (
  db: Database,
  clock: Clock,
  list: string,
): Observable<readonly CaseEntry[]> => {
  const later$ = new Observable<null>(over => clock.after(gatherMs, () => over.next(null)))
  return from(knownCases(db, list)).pipe(
    switchMap(({ registered, changed$ }) =>
      changed$.pipe(
        audit(() => later$),
        startWith(null),
        map(registered),
      ),
    ),
    // A failed read belongs to a database that is closing.
    catchError(() => EMPTY),
  )
}

/** The next visits, while the other cases are still being read; null when there are none or they are not wanted. */
const useFirstPage = (list: string, isWanted: boolean): readonly FoundCase[] | null => {
  const { docs } = useLive(casesOfByDue(list))
  return useMemo(
    () =>
      isWanted && docs.length > 0
        ? docs.map(doc => ({ entry: caseEntryOf(doc.toMutableJSON() as CaseDoc), phrases: '' }))
        : null,
    [docs, isWanted],
  )
}

/** The texts of the cases; null until they are made. */
const useTexts = (entries: readonly CaseEntry[] | null, read: ReadList): CaseTexts | null => {
  const [made, setMade] = useState<{ readonly of: ReadList; readonly texts: CaseTexts } | null>(
    null,
  )
  useEffect(() => {
    if (entries === null) return undefined
    let isCurrent = true
    void read.textsOf(entries).then(texts => {
      if (isCurrent) setMade({ of: read, texts })
    })
    return () => {
      isCurrent = false
    }
  }, [entries, read])
  return made?.of === read ? made.texts : null
}
