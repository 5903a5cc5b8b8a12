import type { CaseOperation } from '../../../collections/cases/operation.ts'
import type { Database } from '../../../collections/database.ts'
import { questionId } from '../../../collections/ids.ts'
import { caseOperationKey, planCase } from '../../../collections/interview/cases/case-log.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { storeFormDefinition } from '../../../collections/writes/write-forms.ts'
import { formHead, question } from '../../form/form-fixtures.ts'

/** Cases as a server lists them, and the forms that register and visit them. */

/** One operation with defaults; its key is `<interview>|who`. */
export const operation = (
  interview: string,
  values: Readonly<Record<string, string>>,
  given: Partial<CaseOperation> = {},
): CaseOperation => ({
  key: `${interview}|who`,
  act: 'create',
  seen: { version: 0, heads: [] },
  at: '2026-11-01T08:00:00.000Z',
  label: values['name'] ?? '',
  values,
  by: 'Amina Diallo',
  form_id: 'register',
  submission_id: '',
  ...given,
})

/** Stores a case as the server lists it. */
export const storeCase = async (
  db: Database,
  id: string,
  operations: readonly CaseOperation[],
  list = 'households',
): Promise<void> => {
  const base = Object.fromEntries(operations.map(one => [caseOperationKey(one.key), one]))
  await transact(transaction =>
    planCase(transaction, db, { id, list }, parts => ({ ...parts, base, pass: 1 })),
  )
}

/** Stores a case that one interview registered. */
export const storeRegistered = (
  db: Database,
  id: string,
  values: Readonly<Record<string, string>>,
  list = 'households',
): Promise<void> => storeCase(db, id, [operation(`i-${id}`, values)], list)

const storeForm = (
  db: Database,
  id: string,
  title: string,
  newest: number,
  questions: readonly FormQuestionDoc[],
): Promise<void> => {
  const hash = `${id}-1`
  const fields = questions.map((field, order) => ({
    ...field,
    id: questionId(hash, field.field_id),
    form_id: id,
    definition_hash: hash,
    order,
  }))
  return storeFormDefinition(db, { ...formHead, id, title, definition_hash: hash, newest }, fields)
}

const saved = { name: 'q_name', village: 'q_village', children: 'q_children', due: 'q_due' }

const logic = (rules: object): Pick<FormQuestionDoc, 'logic'> => ({ logic: JSON.stringify(rules) })

const villages = JSON.stringify([
  { value: 'anand_1', label: 'Anand' },
  { value: 'bhuj_2', label: 'Bhuj' },
])

/** The form that registers households. */
export const registration: readonly FormQuestionDoc[] = [
  question('q_name', { label: 'Name of the head', ...logic({ labels: { fr: 'Nom du chef' } }) }),
  question('q_village', { label: 'Village', type: 'RADIO', options: villages }),
  question('q_children', { label: 'Children', type: 'NUMBER' }),
  question('q_due', { label: 'Next visit', type: 'DATE' }),
  question('who', {
    ...logic({
      case: { list: 'households', values: saved },
      calculate: { coalesce: [{ var: '$self' }, { var: '$uuid' }] },
    }),
  }),
  question('who:act', logic({ calculate: { cat: ['create'] } })),
  question('who:label', logic({ calculate: { var: 'q_name' } })),
  question('who:seen', logic({ calculate: { var: '$self' } })),
]

/** What is known of the chosen case. */
const lookedUp = (property: string) => ({
  item: [
    {
      map: [
        { find_rows: [{ var: '$list.households' }, 'name', { var: 'q_who' }] },
        { var: property },
      ],
    },
    0,
  ],
})

/** The form that visits them; its number of children begins with what is known. */
export const visit: readonly FormQuestionDoc[] = [
  question('q_who', {
    label: 'Household',
    type: 'SELECT',
    ...logic({
      options_from: { rows: { var: '$list.households' }, value: 'name', label: 'label' },
    }),
  }),
  question('q_children', {
    label: 'Children now',
    type: 'NUMBER',
    ...logic({
      set_by: [
        {
          fields: ['q_who'],
          to: lookedUp('children'),
        },
      ],
    }),
  }),
  question('who', {
    ...logic({
      case: { list: 'households', values: { children: 'q_children' } },
      calculate: { var: 'q_who' },
    }),
  }),
  question('who:act', logic({ calculate: { cat: ['update'] } })),
  question('who:label', logic({ calculate: { cat: [''] } })),
  question('who:seen', logic({ calculate: { var: '$self' } })),
]

/** Stores both forms on the device. */
export const storeForms = async (db: Database): Promise<void> => {
  await storeForm(db, 'register', 'Registration', 2, registration)
  await storeForm(db, 'visit', 'Follow-up', 1, visit)
}
