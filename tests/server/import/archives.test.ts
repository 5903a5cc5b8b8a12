import { expect, test } from 'vitest'
import { importAnyFile } from '../../../server/import/any-file.ts'
import { workbook, zip } from './make-workbook.ts'

/** An archive with a form and its files, and a form in JSON. */

const asWritten = { id: null, title: null, leaveOutBroken: false }
const survey = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['select_one_from_file villages.csv', 'village', 'Village'],
  ],
  settings: [['form_id'], ['wells']],
})
const json = JSON.stringify({ id: 'from-json', title: 'J', questions: [{ id: 'a' }, {}] })

const imported = (name: string, bytes: Buffer) => importAnyFile(bytes, name, asWritten)

test('an archive is the form in it with its files, however deep', async () => {
  const archive = zip({
    'project/wells.xlsx': survey,
    'project/media/villages.csv': 'name,label\nanand,Anand\n',
    'project/media/lists.xml': '<root/>',
    '__MACOSX/._wells.xlsx': 'x',
  })
  const { form, files } = await imported('wells.zip', archive)
  expect(form.id).toBe('wells')
  expect(files).toMatchObject([{ name: 'villages.csv', contents: { rows: [['anand', 'Anand']] } }])
})

test('an archive without a form, with several, or that is none, says so', async () => {
  await expect(imported('a.zip', zip({ 'a.txt': 'x' }))).rejects.toThrow('The archive has no form')
  await expect(imported('a.zip', zip({ 'a.xlsx': survey, 'b.xlsx': survey }))).rejects.toThrow(
    'several files that may be the form: a.xlsx, b.xlsx',
  )
  await expect(imported('a.zip', Buffer.from('x'.repeat(100)))).rejects.toThrow(
    'The file is not a ZIP archive.',
  )
})

test('a form in JSON is taken alone or in an archive, and says what it cannot read of it', async () => {
  for (const [name, bytes] of [
    ['f.json', Buffer.from(json)],
    ['f.json', Buffer.from(`[${json}]`)],
    ['f.zip', zip({ 'f.json': json })],
  ] as const) {
    const { form, report } = await imported(name, bytes)
    expect(form.id).toBe('from-json')
    expect(report).toEqual([
      {
        name: '',
        outcome: 'left out',
        what: '1 of its fields: without an id, or with one used before',
      },
    ])
  }
  await expect(imported('f.json', Buffer.from('{'))).rejects.toThrow('f.json is not readable')
  await expect(imported('f.json', Buffer.from('[]'))).rejects.toThrow('f.json has 0 forms')
  await expect(imported('f.json', Buffer.from('{"title":"x"}'))).rejects.toThrow('has no id')
})
