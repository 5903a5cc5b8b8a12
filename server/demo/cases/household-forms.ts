import { caseFieldId } from '../../../collections/cases/interviewed.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import {
  date,
  demoFieldId,
  number,
  radio,
  section,
  select,
  tel,
  text,
  textarea,
  yesNoUnsure,
  type DemoField,
  type DemoForm,
} from '../form-builder.ts'
import { villageNames } from '../names.ts'

/** The list of cases. */
export const householdList = 'households'

const registrationId = 'household-registration'
const visitId = 'household-visit'
const water = ['Tap at home', 'Public tap', 'Hand pump', 'Tanker', 'Pond or canal'] as const

/** The name of the field with the case's id. */
const caseName = `${householdList}:case`

/** The hidden fields of a case: its id, what the interview does, its label, and what was known of it. */
const caseFields = (
  formId: string,
  rules: { readonly id: Rule; readonly act: 'create' | 'update'; readonly label: Rule },
  properties: Readonly<Record<string, string>>,
): readonly DemoField[] => {
  const values = Object.fromEntries(
    Object.entries(properties).map(([property, name]) => [property, demoFieldId(formId, name)]),
  )
  const hidden = (name: string, label: string, calculate: Rule): DemoField =>
    text(name, label, { rules: { calculate } })
  return [
    text(caseName, 'Id of the household', {
      rules: { calculate: rules.id, case: { list: householdList, values } },
    }),
    hidden(caseFieldId(caseName, 'act'), 'Registered or visited', { cat: [rules.act] }),
    hidden(caseFieldId(caseName, 'label'), 'Label of the household', rules.label),
    hidden(caseFieldId(caseName, 'seen'), 'What was known of it', { var: '$self' }),
  ]
}

const householdRegistration: DemoForm = {
  id: registrationId,
  title: 'Household Registration',
  description: 'Registers a household that is visited again, with the day of the next visit.',
  status: 'published',
  sections: [
    section('The household', [
      ...caseFields(
        registrationId,
        {
          id: { coalesce: [{ var: '$self' }, { var: '$uuid' }] },
          act: 'create',
          label: {
            cat: [
              { var: 'head' },
              ', ',
              { label_of: [{ var: 'village' }, { var: '$labels.village' }] },
            ],
          },
        },
        {
          head: 'head',
          village: 'village',
          phone: 'phone',
          members: 'members',
          water: 'water',
          due: 'next',
        },
      ),
      text('head', 'Head of the household', { required: true }),
      select('village', 'Village', villageNames, { required: true }),
      tel('phone', 'Phone number'),
      number('members', 'How many people live here?', { required: true, range: [1, 12] }),
      radio('water', 'Where does the drinking water come from?', water),
      date('next', 'Next visit'),
    ]),
  ],
}

/** Fills in what is known of the chosen household. */
const prefilled = (column: string) => {
  const rows: Rule = {
    find_rows: [{ var: `$list.${householdList}` }, 'name', { var: 'household' }],
  }
  const to: Rule = { item: [{ map: [rows, { var: column }] }, 0] }
  return { rules: { set_by: [{ fields: [demoFieldId(visitId, 'household')], to }] } }
}

const householdVisit: DemoForm = {
  id: visitId,
  title: 'Household Visit',
  description: 'Visits a household that is registered, and says when to come again.',
  status: 'published',
  sections: [
    section('The household', [
      select('household', 'Which household?', [], {
        required: true,
        rules: {
          options_from: {
            rows: { var: `$list.${householdList}` },
            value: 'name',
            label: 'label',
          },
        },
      }),
      ...caseFields(
        visitId,
        { id: { var: 'household' }, act: 'update', label: { cat: [''] } },
        { members: 'members', water: 'water', ill: 'ill', due: 'next' },
      ),
      number('members', 'How many people live here now?', prefilled('members')),
      radio('water', 'Where does the drinking water come from?', water, prefilled('water')),
      radio('ill', 'Was someone ill since the last visit?', yesNoUnsure),
      textarea('remarks', 'Remarks'),
      date('next', 'Next visit', { help: 'Leave it empty if no visit is necessary.' }),
    ]),
  ],
}

/** The forms of the demo's households. */
export const householdForms: readonly DemoForm[] = [householdRegistration, householdVisit]
