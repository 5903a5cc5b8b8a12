import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { column, csvRows, type Cells } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { newSubmission, signIn } from './surveyor.ts'

/** A form whose fields are called like columns of the export. */
const form = {
  id: 'clash',
  title: 'Clash',
  sections: [
    {
      id: 's',
      name: 'S',
      fields: [
        { id: 'address', label: 'Address', type: 'TEXT' },
        { id: 'id_number', label: 'Number', type: 'NUMBER' },
      ],
    },
    {
      id: 'visits',
      name: 'Visits',
      repeat: true,
      fields: [{ id: 'occurrence', label: 'Occurrence', type: 'TEXT' }],
    },
  ],
}
const answers = [
  { form_field_id: 'address', value: 'Mill Street' },
  { form_field_id: 'id_number', value: '3175064208900016' },
  { form_field_id: 'occurrence', value: 'flood', occurrence: 1 },
]

describeServer('an export', server => {
  test('keeps answers apart from its own columns, and every digit of a number', async () => {
    const directory = await temporaryDirectory()
    const at = (name: string) => join(directory.path, name)
    const admin = adminOf(server)
    await writeFile(at('form.json'), JSON.stringify(form))
    await admin('form', 'publish', at('form.json'), '--assign-all')
    const ask = await signIn(server())
    await ask('submissionCreate', { body: newSubmission({ form_id: 'clash', answers }) })
    const exported = async (format: string) => {
      await admin('submissions', 'export', 'clash', '--format', format, '--out', at(`c.${format}`))
      return readFile(at(`c.${format}`))
    }

    const main = csvRows((await exported('csv')).toString())
    expect([column(main, 'address'), column(main, 'answer.address')]).toEqual([
      [''],
      ['Mill Street'],
    ])
    const repeated = csvRows(await readFile(at('c.visits.csv'), 'utf8'))
    expect(repeated[0]).toEqual(['submission_id', 'occurrence', 'answer.occurrence'])
    const codebook = csvRows(await readFile(at('c.codebook.csv'), 'utf8'))
    expect(column(codebook, 'column')).toEqual(['answer.address', 'id_number', 'answer.occurrence'])

    const json = JSON.parse((await exported('jsonl')).toString())
    expect([json.address, json.answers.address]).toEqual([null, 'Mill Street'])
    expect(json.repeats.visits).toEqual([{ occurrence: 2, 'answer.occurrence': 'flood' }])
    const [{ properties }] = JSON.parse((await exported('geojson')).toString()).features
    expect([properties.address, properties['answer.address']]).toEqual([null, 'Mill Street'])

    // A spreadsheet shows 15 digits of a number.
    const [sheet] = await readWorkbook(await exported('xlsx'))
    expect(column(sheet?.data as Cells, 'id_number')).toEqual(['3175064208900016'])
    await directory.remove()
  })
})
