import type { Database } from '../collections/database.ts'
import { storeFormDefinition } from '../collections/writes/write-forms.ts'
import type { CaseOf } from '../replication/wire/logic.ts'

/** A form that registers and visits households, as it is stored on a device. */

const households: CaseOf = {
  list: 'households',
  values: { name: 'name', children: 'children', due: 'due' },
}
const wells: CaseOf = { list: 'wells', values: { name: 'name' } }

const field = (id: string, order: number, logic?: object) => ({
  id: `v1|${id}`,
  form_id: '3',
  definition_hash: 'v1',
  field_id: id,
  section_id: 's',
  section_name: 'S',
  section_order: 0,
  name: id,
  label: id,
  placeholder: '',
  type: 'TEXT',
  order,
  options: '[]',
  is_required: false,
  help_text: '',
  multiple: false,
  max_kb: 0,
  ...(logic === undefined ? {} : { logic: JSON.stringify(logic) }),
})

/** Stores the form under the id 3, in the version v1. */
export const storeCaseForm = (db: Database): Promise<void> =>
  storeFormDefinition(
    db,
    {
      id: '3',
      title: 'Household',
      name: 'Household',
      description: '',
      status: 'published',
      submissions: 0,
      created_at: '',
      updated_at: '',
      createdAt: '',
      sections: [{ id: 's', name: 'S', order: 0 }],
      definition_hash: 'v1',
      fetched_at: 1,
      hidden: 0,
      newest: 1,
    },
    [
      field('who', 0, { case: households }),
      field('well', 1, { case: wells }),
      ...['who:act', 'who:label', 'who:seen', 'well:act', 'name', 'children', 'due'].map((id, at) =>
        field(id, at + 2),
      ),
    ],
  )

/** The answers of a registration, with what it says of the case. */
export const registering = (id: string, values: Readonly<Record<string, string>>) => ({
  who: id,
  'who:act': 'create',
  'who:label': values['name'] ?? id,
  ...values,
})

/** The answers of a visit. */
export const visiting = (id: string, values: Readonly<Record<string, string>>) => ({
  who: id,
  'who:act': 'update',
  ...values,
})
