import { listRows, listsIn, parseList, type ListRow } from '../../replication/wire/form/files.ts'
import type { OptionsFrom } from '../../replication/wire/logic.ts'
import type { Query } from '../db/db.ts'
import { filesOfForm } from '../store/forms.ts'
import type { FormVersion, RowsOf } from './columns.ts'

/** The list whose rows are the options: the first one in the rule, because further ones are in its conditions. */
const listOf = ({ rows }: OptionsFrom): string | undefined => listsIn(JSON.stringify(rows))[0]

/** Reads the lists that the options of any version come from. */
export const readLists = async (
  query: Query,
  formId: string,
  versions: readonly FormVersion[],
): Promise<RowsOf> => {
  const fields = versions.flatMap(({ sections }) => sections.flatMap(section => section.fields))
  const ids = fields.flatMap(({ options_from: from }) =>
    from === undefined ? [] : (listOf(from) ?? []),
  )
  const rowsById = new Map<string, readonly ListRow[]>()
  for (const [id, contents] of await filesOfForm(query, formId, [...new Set(ids)])) {
    const list = parseList(contents)
    if (list !== null) rowsById.set(id, listRows(list))
  }
  return from => rowsById.get(listOf(from) ?? '') ?? []
}
