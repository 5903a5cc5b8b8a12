import type { Database } from '../../database.ts'
import { pause } from '../../one-database/slices.ts'
import { caseCount, caseListBehind, casesFrom } from '../../queries.ts'
import type { CaseDoc } from '../../schemas/cases.ts'

/** Reads of whole lists of cases. */

/** How many are opened without a pause. */
const casesAtOnce = 500

/**
 * All cases of a list that are hidden by this, in pages, so that the memory of a reader that keeps little of them is bounded.
 * A case that changes meanwhile comes again. Reads past RxDB's memory, which would keep them all.
 */
export async function* casePages(
  db: Database,
  caseList: string,
  hidden: number,
): AsyncGenerator<readonly CaseDoc[]> {
  let limit = casesAtOnce
  for (let from = 0; ;) {
    const query = casesFrom(caseList, hidden, from, limit).build(db.cases)
    const { documents } = await db.cases.storageInstance.query(query.getPreparedQuery())
    yield documents
    if (documents.length < limit) return
    const last = documents.at(-1)?.newest ?? from
    // A page of cases that changed at the same time is read again, with more of them.
    if (last === from) limit *= 2
    from = last
    await pause()
  }
}

/** A list of cases, and how many cases are in it. */
export interface CaseListCount {
  readonly list: string
  readonly count: number
}

/** The lists that have cases here, by name. Reads one case and one count of each. */
export const readCaseLists = async (db: Database): Promise<readonly CaseListCount[]> => {
  const lists: CaseListCount[] = []
  for (let before = ''; ;) {
    const [first] = await caseListBehind(before).build(db.cases).exec()
    if (first === undefined) return lists
    const { list } = first
    lists.push({ list, count: await caseCount(list).count(db.cases).exec() })
    before = list
  }
}
