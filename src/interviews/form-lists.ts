import type { Database } from '../../collections/database.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
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

/** The lists that the rules of these fields read, from the device. A list that it does not have is missing. */
export const readFormLists = async (
  db: Database,
  questions: readonly Pick<FormQuestionDoc, 'form_id' | 'logic'>[],
): Promise<FormLists> => {
  const lists = new Map<string, readonly ListRow[]>()
  for (const { form_id, logic = '' } of questions) {
    for (const id of listsIn(logic)) {
      if (lists.has(id)) continue
      const rows = await rowsOf(db, form_id, id)
      if (rows !== null) lists.set(id, rows)
    }
  }
  return lists
}

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
