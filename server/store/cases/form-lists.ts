import { listsIn } from '../../../replication/wire/form/files.ts'
import type { FormDefinition } from '../../../replication/wire/forms.ts'
import type { Query } from '../../db/db.ts'

const blockLists = ({ sections }: Pick<FormDefinition, 'sections'>): readonly string[] =>
  sections.flatMap(({ fields }) => fields.flatMap(field => field.case?.list ?? []))

/** Whether interviews of a form register or visit cases. */
export const hasCases = (form: Pick<FormDefinition, 'sections'>): boolean =>
  blockLists(form).length > 0

/** The lists that a form's rules read: by the name in the rule, and by that of the form's own file. */
const readLists = ({ sections, files = [] }: FormDefinition): readonly string[] => {
  const nameById = new Map(files.map(({ id, name }) => [id, name.replace(/\.[^.]*$/, '')]))
  return listsIn(JSON.stringify(sections)).flatMap(id => [id, nameById.get(id) ?? id])
}

/** Notes which lists of cases a form registers, visits or reads, when it is published. */
export const putCaseLists = async (query: Query, form: FormDefinition): Promise<void> => {
  const own = [...new Set(blockLists(form))].sort()
  const all = [...new Set([...own, ...readLists(form)])].sort()
  await query(`delete from form_case_lists where form_id = $1 and list <> all($2::text[])`, [
    form.id,
    all,
  ])
  if (all.length === 0) return
  await query(
    `insert into form_case_lists (form_id, list) select $1, l from unnest($2::text[]) as l
     on conflict do nothing`,
    [form.id, all],
  )
  await putLists(query, own)
}

/** Makes lists of cases that do not exist yet. */
export const putLists = async (query: Query, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  await query(
    `insert into case_lists (name) select l from unnest($1::text[]) as l on conflict do nothing`,
    [names],
  )
}
