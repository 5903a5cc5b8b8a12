import { afterAll, beforeAll, expect, it } from 'vitest'
import { toResponses } from '../../../collections/writes/write-interview.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { importFile } from '../../../server/import/import-file.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { asWorkbook, type AuthorForm } from '../../fuzz/authors/form.ts'
import { end, row } from '../../fuzz/authors/rows.ts'
import { createOpener, sentAnswers } from '../../fuzz/opener.ts'
import { questionsOf } from '../../server/import/walk-source.ts'
import { beginDraft, createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** Visits and registrations of cases as they are filled in. */

type Rows = readonly Readonly<Record<string, string>>[]

const wells: Rows = [
  { name: 'w1', label: 'Old well', depth: '12' },
  { name: 'w2', label: 'New well', depth: '40' },
]

const compiledWith = async (form: AuthorForm, rows: Rows): Promise<CompiledForm> => {
  const options = { id: null, title: null, leaveOutBroken: false, caseLists: ['wells'] }
  const { form: made } = await importFile(asWorkbook(form), 'form.xlsx', options)
  const compiled = compile(questionsOf(made), new Map([['wells', rows]]))
  expect(compiled.logic?.problems).toEqual([])
  return compiled
}

let device: FillDevice
beforeAll(async () => {
  device = await createFillDevice()
})
afterAll(() => device.db.close())

const answer = (interview: Interview, id: string, value: string): void =>
  interview.edit(fieldOf(interview.form, id), value)
const read = (interview: Interview, ...ids: readonly string[]) =>
  ids.map(id => interview.answers.get(fieldOf(interview.form, id)))

const visit: AuthorForm = {
  survey: [
    row('select_one_from_file wells.csv', 'well'),
    row('integer', 'depth', {
      save_to: 'depth',
      trigger: '${well}',
      calculation: "instance('wells')/root/item[name = ${well}]/depth",
    }),
    row('text', 'remark'),
  ],
  entities: [
    {
      list_name: 'wells',
      label: "concat('Well of ', ${depth})",
      entity_id: '${well}',
      update_if: "instance('wells')/root/item[name = ${well}]/depth != ${depth}",
    },
  ],
}
const ofVisit = ['well', 'depth', 'wells:case', 'wells:case:act', 'wells:case:label']

it('choosing a case sets the answers, and opening the edit of a visit sets nothing', async () => {
  const form = await compiledWith(visit, wells)
  const interview = newInterview(device, form)
  expect(read(interview, ...ofVisit)).toEqual(['', '', '', '', 'Well of '])
  answer(interview, 'well', 'w1')
  expect(read(interview, ...ofVisit)).toEqual(['w1', '12', 'w1', '', 'Well of 12'])
  answer(interview, 'well', 'w2')
  answer(interview, 'depth', '44')
  const sent = ['w2', '44', 'w2', 'update', 'Well of 44']
  expect(read(interview, ...ofVisit)).toEqual(sent)

  const answers = sentAnswers(interview)
  await interview.close()
  // Meanwhile the list has what the visit itself set, and more.
  const later = await compiledWith(visit, [
    { name: 'w1', label: 'Old well', depth: '13' },
    { name: 'w2', label: 'Well of 44', depth: '44' },
  ])
  const submission = { id: 'sent', answers, files: [], created_at: '' } as unknown
  const edited = createInterview(device, {
    form: later,
    draft: null,
    answers: toResponses('sent', answers, 0),
    files: [],
    submission: submission as SubmissionDoc,
    begin: beginDraft(device, later),
  })
  answer(edited, 'remark', 'Dry')
  expect(read(edited, ...ofVisit)).toEqual(sent)
  answer(edited, 'well', 'w1')
  expect(read(edited, ...ofVisit)).toEqual(['w1', '13', 'w1', '', 'Well of 13'])
  await edited.close()
})

it('a registration keeps its id in every opening, and the next one has another', async () => {
  const form = await compiledWith(
    {
      survey: [row('text', 'village', { save_to: 'village' })],
      entities: [{ list_name: 'wells', label: '${village}' }],
    },
    [],
  )
  const opener = createOpener(device, form)
  const interview = opener.open()
  expect(read(interview, 'wells:case:act')).toEqual([''])
  answer(interview, 'village', 'Rampura')
  const [id] = read(interview, 'wells:case')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const again = await opener.again(interview)
  const edited = await opener.edit(again)
  answer(edited, 'village', 'Bhalej')
  expect(read(edited, 'wells:case', 'wells:case:act', 'wells:case:label')).toEqual([
    id,
    'create',
    'Bhalej',
  ])
  await edited.close()
  const next = newInterview(device, form)
  expect(read(next, 'wells:case')).not.toEqual([id])
  await next.close()
})

it('each occurrence is a case of its own, and one without a label is none', async () => {
  const form = await compiledWith(
    {
      survey: [row('begin repeat', 'pump'), row('text', 'maker', { save_to: 'maker' }), end],
      entities: [{ list_name: 'wells', label: '${maker}' }],
    },
    [],
  )
  const interview = newInterview(device, form)
  answer(interview, 'maker', 'Afridev')
  interview.addOccurrence('pump')
  const all = (id: string) =>
    interview.form.fields
      .filter(({ fieldId }) => fieldId === id)
      .map(field => interview.answers.get(field))
  expect(all('wells:case:act')).toEqual(['create', ''])
  expect(new Set(all('wells:case')).size).toBe(2)
  await interview.close()
})

it('what is not visited is registered under one id, whatever was chosen in between', async () => {
  const form = await compiledWith(
    {
      survey: [row('select_one_from_file wells.csv', 'well'), row('text', 'village')],
      entities: [
        {
          list_name: 'wells',
          label: "concat('Well in ', ${village})",
          entity_id: 'coalesce(${well}, uuid())',
          create_if: "${well} = ''",
          update_if: "${well} != ''",
        },
      ],
    },
    wells,
  )
  const interview = newInterview(device, form)
  const ids = ['wells:case', 'wells:case:act']
  const [id, act] = read(interview, ...ids)
  expect(act).toBe('create')
  answer(interview, 'well', 'w2')
  expect(read(interview, ...ids)).toEqual(['w2', 'update'])
  answer(interview, 'well', '')
  expect(read(interview, ...ids)).toEqual([id, 'create'])
  await interview.close()
})

it('a question called label is not the label of the case', async () => {
  const form = await compiledWith(
    {
      survey: [row('text', 'label'), row('note', 'told', { label: 'Of ${label}' })],
      entities: [{ list_name: 'wells', label: "concat('Well ', ${label})" }],
    },
    [],
  )
  const interview = newInterview(device, form)
  answer(interview, 'label', 'A7')
  expect(read(interview, 'wells:case:label')).toEqual(['Well A7'])
  expect(fieldOf(form, 'told').label).toBe('Of ${label}')
  await interview.close()
})
