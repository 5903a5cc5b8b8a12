import { isOfInterview } from '../../../collections/cases/interviewed.ts'
import { foldCase } from '../../../collections/cases/fold.ts'
import type { Database } from '../../../collections/database.ts'
import { caseKeyOf } from '../../../collections/interview/cases/follow-interview.ts'
import type { CaseDoc } from '../../../collections/schemas/cases.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { ListRow } from '../../../replication/wire/form/files.ts'
import type { CaseEntry } from '../../known-cases/case-entry.ts'
import { knownCases } from '../../known-cases/known-cases.ts'

/**
 * The row of a case, with the columns that ODK gives an entity list: `name` is its id. A property with the name of another
 * column is not in it, and no empty cell, as in the rows of files.
 */
const rowOf = ({
  id,
  label,
  values,
  version,
}: Pick<CaseEntry, 'id' | 'label' | 'values' | 'version'>): ListRow => {
  const cells = { ...values, name: id, label, __version: String(version) }
  return Object.values(cells).includes('')
    ? Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
    : cells
}

/** A case that stays has the same row. */
const rowsByCase = new WeakMap<CaseEntry, ListRow>()

const knownRow = (entry: CaseEntry): ListRow => {
  const row = rowsByCase.get(entry) ?? rowOf(entry)
  rowsByCase.set(entry, row)
  return row
}

/** The rows of a list, and those of the form's own file that they lie over. */
interface MadeRows {
  readonly file: readonly ListRow[]
  readonly rows: readonly ListRow[]
}

/** As long as no case of the list changes. */
const madeOf = new WeakMap<readonly CaseEntry[], MadeRows>()

/**
 * The rows of a list of cases over those of the form's own file of that name. A case that is only visited here changes a row
 * of the file, and adds none. The rows stay the same array until a case changes.
 */
export const rowsOfCases = async (
  db: Database,
  list: string,
  file: readonly ListRow[],
): Promise<readonly ListRow[]> => {
  const { byId, registered } = await knownCases(db, list)
  if (byId.size === 0) return file
  const cases = registered()
  const known = madeOf.get(cases)
  if (known?.file === file) return known.rows
  const inFile = new Set(file.map(({ name = '' }) => name))
  const over = file.map(row => {
    const found = byId.get(row['name'] ?? '')
    return found === undefined ? row : { ...row, ...knownRow(found) }
  })
  const added = cases.filter(({ id }) => !inFile.has(id)).map(knownRow)
  const rows = [...over, ...added]
  madeOf.set(cases, { file, rows })
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
    const row = rowOf({ ...state, id: doc.id })
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
