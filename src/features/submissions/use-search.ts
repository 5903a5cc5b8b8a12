import { useEffect, useState } from 'react'
import {
  visibleSubmissions,
  type PageKey,
  type SubmissionFilter,
} from '../../../collections/queries.ts'
import type { Database } from '../../../collections/database.ts'
import type { SubmissionDoc } from '../../../collections/submissions.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { nextKey, rowsBehind } from './pages.ts'
import { isFound, searchWords } from './search.ts'

/** What a search has come to. */
export interface Found {
  readonly docs: readonly SubmissionDoc[]
  /** Everything was looked at, or there are more than are shown. */
  readonly isDone: boolean
  readonly hasMore: boolean
}

/** So many are looked at before the screen gets its turn. */
const chunkRows = 200
/** So many are shown; who finds more types another word. */
const mostFound = 50
/** After the last key, and after a change of what is stored. */
const pauseMs = 200

/** The submissions that hold what was typed, newest first; null while nothing was. */
export const useSearch = (filter: SubmissionFilter, query: string): Found | null => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const { formId, pendingOnly } = filter
  const typed = searchWords(query).join(' ')
  const task = JSON.stringify([formId, pendingOnly, typed])
  const [found, setFound] = useState<{ readonly task: string; readonly found: Found } | null>(null)

  useEffect(() => {
    if (typed === '') return undefined
    let round = 0
    const look = async () => {
      round += 1
      const mine = round
      for await (const part of search(db, { formId, pendingOnly }, typed.split(' '))) {
        if (mine !== round) return
        // A second look keeps the first one's results until it is through.
        setFound(before => (before?.task === task && !part.isDone ? before : { task, found: part }))
      }
    }
    let cancel = () => {}
    const lookSoon = () => {
      cancel()
      // What could not be read belongs to a database that is closing.
      cancel = env.clock.after(pauseMs, () => void look().catch(() => {}))
    }
    lookSoon()
    const changes = db.submissions.$.subscribe(lookSoon)
    return () => {
      round = -1
      cancel()
      changes.unsubscribe()
    }
  }, [db, env, formId, pendingOnly, task, typed])

  if (typed === '') return null
  return found?.task === task ? found.found : { docs: [], isDone: false, hasMore: false }
}

/** Reads the list page by page; gives back all that was found so far after each. */
async function* search(
  db: Database,
  filter: SubmissionFilter,
  words: readonly string[],
): AsyncGenerator<Found> {
  let docs: readonly SubmissionDoc[] = []
  let after: PageKey | null = null
  do {
    const from: PageKey | null = after
    const query = visibleSubmissions(filter, chunkRows, from).build(db.submissions)
    const rows = (await query.exec()).map(doc => doc.toJSON() as SubmissionDoc)
    docs = [...docs, ...rowsBehind(rows, from).filter(row => isFound(row, words))]
    after = nextKey(rows, from, chunkRows)
    const hasMore = docs.length > mostFound
    const isDone = hasMore || after === null
    yield { docs: docs.slice(0, mostFound), isDone, hasMore }
    if (isDone) return
  } while (after !== null)
}
