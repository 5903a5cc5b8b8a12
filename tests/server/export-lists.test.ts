import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { column, csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { workbook } from './import/make-workbook.ts'
import { newSubmission, rowOf, signIn } from './surveyor.ts'

const ranked = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['rank crop', 'crops', 'Crops'],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['crop', 'tea', 'Tea'],
    ['crop', 'corn', 'Corn'],
  ],
  settings: [['form_id'], ['ranked']],
})

const survey = workbook({
  survey: [
    ['type', 'name', 'label::English', 'label::French', 'choice_filter'],
    ['select_one_from_file districts.csv', 'district', 'District', 'District', null],
    [
      'select_multiple_from_file villages.csv',
      'villages',
      'Villages',
      'Villages',
      "district = ${district} and contains(instance('districts')/root/item[name = ${district}]/label, 'a')",
    ],
  ],
  settings: [['form_id'], ['places']],
})

describeServer('an export has the labels of list values', server => {
  const admin = adminOf(server)

  test('of all versions of the list, and codes where no label is known', async () => {
    const directory = await temporaryDirectory()
    const at = (name: string) => join(directory.path, name)
    const publish = async (villages: string) => {
      await writeFile(at('places.xlsx'), survey)
      await writeFile(at('districts.csv'), 'name,label\nk,Kachchh\n')
      await writeFile(at('villages.csv'), villages)
      await admin('form', 'import', at('places.xlsx'), '--assign-all')
    }
    const read = async (...options: readonly string[]) => {
      await admin('submissions', 'export', 'places', '--out', at('p.csv'), ...options)
      return csvRows(await readFile(at('p.csv'), 'utf8'))
    }
    await publish('name,label,district\nv1,Rampura,k\nv2,Old Name,k\n')
    await publish('name,label,district\nv2,New Name,k\nv3,Sita; Pur,k\n')
    const ask = await signIn(server())
    const send = (villages: string) => {
      server().clock.advance(1000)
      return ask('submissionCreate', {
        body: newSubmission({
          form_id: 'places',
          answers: [
            { form_field_id: 'district', value: 'k' },
            { form_field_id: 'villages', value: villages },
          ],
        }),
      })
    }
    await send('["v1","v2"]')
    await send('["v3","gone"]')
    const labelled = await read('--values', 'labels', '--split')
    expect(column(labelled, 'district')).toEqual(['Kachchh', 'Kachchh'])
    expect(column(labelled, 'villages')).toEqual(['Rampura; New Name', 'Sita; Pur; gone'])
    expect(labelled[0]).not.toContain('villages/v1')
    expect(column(await read(), 'villages')).toEqual(['v1; v2', 'v3; gone'])
    await directory.remove()
  })

  test('and an order of options as a list, which a row has too', async () => {
    const directory = await temporaryDirectory()
    const [file, out] = [join(directory.path, 'ranked.xlsx'), join(directory.path, 'ranked.csv')]
    await writeFile(file, ranked)
    await admin('form', 'import', file, '--assign-all')
    const ask = await signIn(server())
    const answers = [{ form_field_id: 'crops', value: '["tea","corn"]' }]
    const row = rowOf(
      await ask('submissionCreate', { body: newSubmission({ form_id: 'ranked', answers }) }),
    )
    expect(row.answers).toMatchObject([{ value: '["tea","corn"]', value_json: ['tea', 'corn'] }])
    await admin('submissions', 'export', 'ranked', '--out', out, '--values', 'labels')
    expect(column(csvRows(await readFile(out, 'utf8')), 'crops')).toEqual(['Tea; Corn'])
    await directory.remove()
  })
})
