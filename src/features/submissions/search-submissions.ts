import type { Database } from '../../../collections/database.ts'
import {
  visibleSubmissions,
  type PageKey,
  type SubmissionFilter,
} from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { nextKey, rowsBehind } from './pages.ts'
import { isFound } from './search.ts'

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

/** Reads the list chunk by chunk, newest first; gives back all that was found so far after each. */
export async function* searchSubmissions(
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
