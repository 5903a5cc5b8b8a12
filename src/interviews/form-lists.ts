import type { Database } from '../../collections/database.ts'
import { caseBlocksIn } from '../../collections/interview/cases/case-blocks.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { formFile } from '../../collections/writes/write-forms.ts'
import {
  listRows,
  listsIn,
  parseList,
  type FormList,
  type ListRow,
} from '../../replication/wire/form/files.ts'
import { parseMore } from '../form/definition/field-more.ts'
import type { FormLists } from '../form/definition/compiled-form.ts'
import { rowsOfCases, rowsWithout } from './form-lists/of-cases.ts'

/**
 * The rows by form and list, as long as anything uses them: a list of 20,000 rows is parsed and indexed once, not at every
 * opening of its form. Each database has its own, because one surveyor's device must not show another one's rows.
 */
const knownIn = new WeakMap<Database, Map<string, WeakRef<readonly ListRow[]>>>()

const parsed = (contents: string): FormList | null => {
  try {
    return parseList(JSON.parse(contents))
  } catch {
    return null
  }
}

/**
 * The lists that the rules of these fields read, from the device: the form's own files, and over them the cases of the list
 * with that name. `edited` is the interview that is edited, whose own operations do not count. A list that the device does
 * not have is missing.
 */
export const readFormLists = async (
  db: Database,
  questions: readonly Pick<FormQuestionDoc, 'form_id' | 'field_id' | 'logic'>[],
  edited: EditedInterview | null = null,
): Promise<FormLists> => {
  const lists = new Map<string, readonly ListRow[]>()
  const ofCases = new Set(caseBlocksIn(questions).map(({ list }) => list))
  for (const { form_id, logic = '' } of questions) {
    for (const id of listsIn(logic)) {
      if (lists.has(id)) continue
      const file = await rowsOf(db, form_id, id)
      const rows = await rowsOfCases(db, id, file ?? none)
      if (file === null && rows === none && !ofCases.has(id)) continue
      lists.set(id, edited === null ? rows : await rowsWithout(db, rows, file ?? none, edited))
    }
  }
  return lists
}

/** What names the operations of an interview. */
export type EditedInterview = Pick<SubmissionDoc, 'answers' | 'client_key' | 'server_id'>

/** One array, so that a list without rows stays the same. */
const none: readonly ListRow[] = []

const rowsOf = async (
  db: Database,
  formId: string,
  id: string,
): Promise<readonly ListRow[] | null> => {
  const known = knownIn.get(db) ?? new Map<string, WeakRef<readonly ListRow[]>>()
  knownIn.set(db, known)
  const key = `${formId}|${id}`
  const kept = known.get(key)?.deref()
  if (kept !== undefined) return kept
  const contents = await formFile(db, formId, id)
  const list = contents === null ? null : parsed(contents)
  if (list === null) return null
  const rows = listRows(list)
  known.set(key, new WeakRef(rows))
  return rows
}

/** The label of a value of a question whose options are rows of a list; null when its list has no such row. */
export const listedLabel = (
  { logic }: Pick<FormQuestionDoc, 'logic'>,
  value: string,
  lists: FormLists,
): string | null => {
  const from = parseMore(logic).options_from
  if (from === undefined) return null
  for (const id of listsIn(JSON.stringify(from.rows))) {
    const row = lists.get(id)?.find(one => one[from.value] === value)
    if (row !== undefined) return row[from.label] ?? null
  }
  return null
}
