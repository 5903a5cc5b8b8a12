import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** The types of questions that an appearance or a name decides on. */

const imported = async (...rows: (string | null)[][]) => {
  const survey = [['type', 'name', 'label', 'appearance', 'parameters'], ...rows]
  const { form, report } = await importFile(workbook({ survey }), 'kinds.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  return { fields: form.sections.flatMap(section => section.fields), report }
}

it('a range without limits goes from 1 to 10', async () => {
  const { fields } = await imported(
    ['range', 'glad', 'Glad?', '', ''],
    ['range', 'stars', 'Stars?', 'rating', ''],
  )
  const range = { min: 1, max: 10, step: 1 }
  expect(fields).toMatchObject([
    { type: 'RANGE', range },
    { type: 'RATING', range },
  ])
})

it('a range that looks like a rating has stars, unless there are too many', async () => {
  const { fields, report } = await imported(
    ['range', 'glad', 'Glad?', 'rating', 'start=1 end=5 step=1'],
    ['range', 'far', 'Far?', 'rating', 'start=0 end=100 step=1'],
  )
  expect(fields).toMatchObject([
    { id: 'glad', type: 'RATING', range: { min: 1, max: 5, step: 1 } },
    { id: 'far', type: 'RANGE', range: { min: 0, max: 100, step: 1 } },
  ])
  expect(report).toEqual([
    {
      name: 'far',
      outcome: 'simplified',
      what: 'survey!B3: more than 10 stars, or stars from 0 on, are a line',
    },
  ])
})

it('a text of numbers stays a text, on a numeric keyboard', async () => {
  const { fields, report } = await imported(['text', 'code', 'Code', 'numbers'])
  expect(fields).toMatchObject([{ id: 'code', type: 'TEXT', is_numeric: true }])
  expect(report).toEqual([])
})

it('an appearance that a question does not follow is reported', async () => {
  const survey = [
    ['type', 'name', 'label', 'appearance'],
    ['select_multiple roof', 'several', 'Several?', 'minimal'],
    ['select_multiple roof', 'sought', 'Sought?', 'search'],
    ['select_one roof', 'one', 'One?', 'minimal'],
    ['rank roof', 'order', 'Order?', 'minimal'],
    ['text', 'code', 'Code', 'multiline numbers'],
    ['text', 'word', 'Word', 'minimal'],
    ['integer', 'count', 'Count', 'numbers'],
  ]
  const choices = [
    ['list_name', 'name', 'label'],
    ['roof', 'tin', 'Tin'],
    ['roof', 'tile', 'Tile'],
  ]
  const { form, report } = await importFile(workbook({ survey, choices }), 'kinds.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const types = form.sections.flatMap(({ fields }) => fields.map(({ type }) => type))
  expect(types).toEqual(['CHECKBOX', 'CHECKBOX', 'SELECT', 'RANK', 'TEXTAREA', 'TEXT', 'NUMBER'])
  expect(report.map(({ name, what }) => `${name} ${what}`)).toEqual([
    'several survey!B2: the appearance "minimal" is not used',
    'sought survey!B3: the appearance "search" is not used',
    'order survey!B5: the appearance "minimal" is not used',
    'code survey!B6: the appearance "numbers" is not used',
    'word survey!B7: the appearance "minimal" is not used',
  ])
})

it('the device is recorded like the surveyor, and the day is a day', async () => {
  const { fields, report } = await imported(
    ['deviceid', 'device', null],
    ['today', 'on', null],
    ['text', 'q', 'Q'],
  )
  expect(fields).toMatchObject([
    { id: 'device', calculate: { var: '$deviceid' } },
    { id: 'on', type: 'DATE', calculate: { var: '$today' } },
    { id: 'q', type: 'TEXT' },
  ])
  expect(report).toEqual([])
})

it('an image that is signed or drawn has a sheet for it', async () => {
  const { fields, report } = await imported(
    ['image', 'signed', 'Signature', 'signature'],
    ['image', 'plan', 'Plan', 'draw'],
    ['image', 'crack', 'Crack', 'annotate'],
    ['image', 'door', 'Door', null],
  )
  expect(fields).toMatchObject([
    { type: 'SIGNATURE' },
    { type: 'SKETCH' },
    { type: 'SKETCH' },
    { type: 'IMAGE' },
  ])
  expect(report).toEqual([])
})

it('a code is scanned and a sound is recorded; what is not used of it is reported', async () => {
  const { fields, report } = await imported(
    ['barcode', 'card', 'Card', null],
    ['audio', 'story', 'Story', null, 'quality=voice-only'],
  )
  expect(fields).toMatchObject([{ type: 'BARCODE' }, { type: 'AUDIO', multiple: false }])
  expect(report.map(({ what }) => what)).toEqual(['survey!B3: the parameter quality=voice-only'])
})

it('an answer of an earlier interview is left out, without refusing the form', async () => {
  const { fields, report } = await imported(['text', 'q', 'Q after ${last-saved#q}', null])
  expect(fields).toMatchObject([{ id: 'q', label: 'Q after …' }])
  expect(report).toEqual([
    {
      name: 'q',
      outcome: 'left out',
      what: 'survey!B2: "last-saved#q" within its text: it reads an answer of an earlier interview',
    },
  ])
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

it('pictures, sounds and films of labels and options come with the form, and a missing one is reported', async () => {
  const bytes = workbook({
    survey: [
      [
        'type',
        'name',
        'label::English (en)',
        'label::French (fr)',
        'media::image',
        'media::audio::English (en)',
        'media::audio::French (fr)',
      ],
      ['select_one roof', 'roof', 'Roof', 'Toit', 'roofs.png', 'roofs.mp3', 'toits.mp3'],
      ['note', 'thanks', 'Thanks', 'Merci', 'gone.png'],
    ],
    choices: [
      ['list_name', 'name', 'label', 'image', 'video'],
      ['roof', 'tin', 'Tin', 'tin.png', 'tin.mp4'],
      ['roof', 'tile', 'Tile'],
    ],
  })
  const { form, files, report } = await importFile(bytes, 'roofs.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
    readFile: name => (name === 'gone.png' ? null : Buffer.concat([png, Buffer.from(name)])),
  })
  const [roof, thanks] = form.sections.flatMap(section => section.fields)
  const idOf = (name: string) => files.find(file => file.name === name)?.id
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'roofs.mp3',
    'roofs.png',
    'tin.mp4',
    'tin.png',
    'toits.mp3',
  ])
  expect(form.files).toEqual(files.map(({ id, name }) => ({ id, name })))
  expect(files[0]?.contents).toMatchObject({ type: 'image/png' })
  expect(roof).toMatchObject({
    image: idOf('roofs.png'),
    audio: idOf('roofs.mp3'),
    audios: { fr: idOf('toits.mp3') },
    options: [
      { value: 'tin', image: idOf('tin.png'), video: idOf('tin.mp4') },
      { value: 'tile', label: 'Tile' },
    ],
  })
  expect(thanks?.image).toBeUndefined()
  expect(report.map(({ what }) => what)).toEqual([
    'survey!B3: the image "gone.png": the form has no such file of at most 2 MB',
  ])
})

it('a type that stands for a rule brings it, with its hint, unless the row has its own', async () => {
  const survey = [
    ['type', 'name', 'label', 'hint', 'constraint'],
    ['phone number', 'tel', 'Telephone', null, null],
    ['Percentage', 'share', 'Share', null, null],
    ['number of days in last six months', 'days', 'Days', 'Of 183', null],
    ['phone number', 'own', 'Own', null, "regex(., '^[0-9 +]*$')"],
  ]
  const { form } = await importFile(workbook({ survey }), 'kinds.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const fields = form.sections.flatMap(section => section.fields)
  expect(fields.map(({ type, help_text }) => [type, help_text])).toEqual([
    ['TEXT', 'Enter numbers only.'],
    ['NUMBER', ''],
    ['NUMBER', 'Of 183'],
    ['TEXT', 'Enter numbers only.'],
  ])
  const [tel, share, days, own] = fields.map(({ valid_if }) => JSON.stringify(valid_if))
  expect(tel).toContain(String.raw`^\\d*$`)
  expect(share).toContain('100')
  expect(days).toContain('183')
  expect(own).toContain('[0-9 +]')
})
