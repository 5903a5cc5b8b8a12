import type { Database } from '../../database.ts'
import { pause } from '../../one-database/slices.ts'
import { caseCount, caseListBehind, casesFrom } from '../../queries.ts'
import { caseHiddenBy, type CaseDoc } from '../../schemas/cases.ts'

/** Reads of whole lists of cases, as plain values. */

/** A case as a row of its list, with the columns that ODK gives an entity list. */
export type CaseRow = Readonly<Record<string, string>>

/** The row of a case: `name` is its id. A property with the name of another column is not in it. */
export const rowOfCase = ({
  id,
  label,
  values,
  version,
}: Pick<CaseDoc, 'id' | 'label' | 'values' | 'version'>): CaseRow => ({
  ...values,
  name: id,
  label,
  __version: String(version),
})

/** The most cases of a list that are read at once. */
const mostCases = 50_000

/** How many are opened without a pause. */
const casesAtOnce = 500

/**
 * All cases of a list, up to `mostCases`, the last changed first; those that are shown, or those that are not registered.
 * Reads past RxDB's memory, which would keep them all.
 */
export const readCases = async (
  db: Database,
  caseList: string,
  hidden: number = caseHiddenBy.nothing,
  most = mostCases,
): Promise<readonly CaseDoc[]> => {
  const found = new Map<string, CaseDoc>()
  let limit = casesAtOnce
  for (let from = 0; found.size < most;) {
    const query = casesFrom(caseList, hidden, from, limit).build(db.cases)
    const { documents } = await db.cases.storageInstance.query(query.getPreparedQuery())
    for (const doc of documents) {
      if (found.size < most) found.set(doc.id, doc)
    }
    if (documents.length < limit) break
    const last = documents.at(-1)?.newest ?? from
    // A page of cases that changed at the same time is read again, with more of them.
    if (last === from) limit *= 2
    from = last
    await pause()
  }
  return [...found.values()]
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
