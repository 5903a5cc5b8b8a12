import { listRows, listsIn, parseList, type ListRow } from '../../replication/wire/form/files.ts'
import type { FormLists } from '../../src/form/definition/compiled-form.ts'
import type { Query } from '../db/db.ts'
import { filesOfForm } from '../store/forms.ts'
import type { FormVersion } from './columns.ts'

/** Reads the lists that the rules of any version read. */
export const readLists = async (
  query: Query,
  formId: string,
  versions: readonly FormVersion[],
): Promise<FormLists> => {
  const ids = new Set(versions.flatMap(({ sections }) => listsIn(JSON.stringify(sections))))
  const rowsById = new Map<string, readonly ListRow[]>()
  for (const [id, contents] of await filesOfForm(query, formId, [...ids])) {
    const list = parseList(contents)
    if (list !== null) rowsById.set(id, listRows(list))
  }
  return rowsById
}
