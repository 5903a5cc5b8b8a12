import { isOfInterview } from '../../../collections/cases/interviewed.ts'
import { foldCase } from '../../../collections/cases/fold.ts'
import type { Database } from '../../../collections/database.ts'
import { caseKeyOf } from '../../../collections/interview/cases/follow-interview.ts'
import { readCases, rowOfCase } from '../../../collections/interview/cases/case-rows.ts'
import { changesOf } from '../../../collections/query.ts'
import { caseHiddenBy, type CaseDoc } from '../../../collections/schemas/cases.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { ListRow } from '../../../replication/wire/form/files.ts'

/** The cases of a list as its rows: read once, and then kept up to date by what is written, in whatever tab. */

interface KnownCase {
  readonly row: ListRow
  readonly isRegistered: boolean
}

/** The cases of a list by id, and its rows as they were last asked for. */
interface KnownList {
  readonly cases: Map<string, KnownCase>
  /** The file that the rows lie over, and the rows; null once a case has changed. */
  made: { readonly file: readonly ListRow[]; readonly rows: readonly ListRow[] } | null
}

/** Each database has its own, because one surveyor's device must not show another one's cases. */
const knownIn = new WeakMap<Database, Map<string, Promise<KnownList>>>()

const asKnown = (doc: CaseDoc): KnownCase => ({
  row: filled(rowOfCase(doc)),
  isRegistered: doc.hidden === caseHiddenBy.nothing,
})

/** A row without empty cells, as those of files are. */
const filled = (row: ListRow): ListRow =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))

const read = async (db: Database, list: string): Promise<KnownList> => {
  const known: KnownList = { cases: new Map(), made: null }
  const late = new Map<string, KnownCase | null>()
  let isRead = false
  const take = (id: string, found: KnownCase | null): void => {
    known.made = null
    if (found === null) known.cases.delete(id)
    else known.cases.set(id, found)
  }
  changesOf(db.cases).subscribe(({ documentId: id, operation, documentData: doc }) => {
    const isHere = operation !== 'DELETE' && doc.list === list
    if (!isHere && isRead && !known.cases.has(id)) return
    const found = isHere ? asKnown(doc) : null
    if (isRead) take(id, found)
    else late.set(id, found)
  })
  for (const hidden of [caseHiddenBy.nothing, caseHiddenBy.registration]) {
    for (const doc of await readCases(db, list, hidden)) take(doc.id, asKnown(doc))
  }
  isRead = true
  for (const [id, found] of late) take(id, found)
  return known
}

/**
 * The rows of a list of cases over those of the form's own file of that name. A case that is only visited here changes a row
 * of the file, and adds none. The rows stay the same array until a case changes.
 */
export const rowsOfCases = async (
  db: Database,
  list: string,
  file: readonly ListRow[],
): Promise<readonly ListRow[]> => {
  const lists = knownIn.get(db) ?? new Map<string, Promise<KnownList>>()
  knownIn.set(db, lists)
  const reading = lists.get(list) ?? read(db, list)
  lists.set(list, reading)
  // Another opening reads again.
  reading.catch(() => lists.delete(list))
  const known = await reading
  if (known.cases.size === 0) return file
  if (known.made?.file === file) return known.made.rows
  const inFile = new Set<string>()
  const over = file.map(row => {
    const { name = '' } = row
    inFile.add(name)
    const found = known.cases.get(name)
    return found === undefined ? row : { ...row, ...found.row }
  })
  const added = [...known.cases].flatMap(([id, { row, isRegistered }]) =>
    isRegistered && !inFile.has(id) ? [row] : [],
  )
  const rows = [...over, ...added]
  known.made = { file, rows }
  return rows
}

/** The rows of a list without what an interview itself says of its cases, which an edit of it must not read. */
export const rowsWithout = async (
  db: Database,
  rows: readonly ListRow[],
  file: readonly ListRow[],
  interview: Pick<SubmissionDoc, 'answers' | 'client_key' | 'server_id'>,
): Promise<readonly ListRow[]> => {
  const key = caseKeyOf(interview)
  const answers = Object.values(interview.answers).filter(answer => typeof answer === 'string')
  const found = await db.cases.findByIds(answers).exec()
  const others = new Map<string, ListRow | null>()
  for (const doc of found.values()) {
    const operations = Object.values((doc.toJSON() as CaseDoc).operations)
    const left = operations.filter(one => !isOfInterview(one.key, key))
    if (left.length === operations.length) continue
    const state = foldCase(left)
    const row = filled(rowOfCase({ ...state, id: doc.id }))
    const own = file.find(({ name }) => name === doc.id)
    const isShown = own !== undefined || state.isRegistered
    others.set(doc.id, isShown ? { ...own, ...(left.length === 0 ? {} : row) } : null)
  }
  if (others.size === 0) return rows
  return rows.flatMap(row => {
    const other = others.get(row['name'] ?? '')
    return other === undefined ? [row] : other === null ? [] : [other]
  })
}
