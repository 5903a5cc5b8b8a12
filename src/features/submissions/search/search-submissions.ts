import type { Database } from '../../../../collections/database.ts'
import {
  visibleSubmissions,
  type PageKey,
  type SubmissionFilter,
} from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { nextKey, rowsBehind } from '../rows/pages.ts'
import { isFound, type Term } from './search.ts'

/** The results of a search so far. */
export interface Found {
  readonly docs: readonly SubmissionDoc[]
  /** Either everything was read, or more was found than is shown. */
  readonly isDone: boolean
  readonly hasMore: boolean
}

/** How many rows are read before the screen may render. */
const chunkRows = 200
/** How many results are shown; more words narrow them down. */
const mostFound = 50

/** Reads the list in chunks, newest first; yields all results so far after each. */
export async function* searchSubmissions(
  db: Database,
  filter: SubmissionFilter,
  terms: readonly Term[],
): AsyncGenerator<Found> {
  let docs: readonly SubmissionDoc[] = []
  let after: PageKey | null = null
  do {
    const from: PageKey | null = after
    const query = visibleSubmissions(filter, chunkRows, from).build(db.submissions)
    const rows = (await query.exec()).map(doc => doc.toJSON() as SubmissionDoc)
    docs = [...docs, ...rowsBehind(rows, from).filter(row => isFound(row, terms))]
    after = nextKey(rows, from, chunkRows)
    const hasMore = docs.length > mostFound
    const isDone = hasMore || after === null
    yield { docs: docs.slice(0, mostFound), isDone, hasMore }
    if (isDone) return
  } while (after !== null)
}
