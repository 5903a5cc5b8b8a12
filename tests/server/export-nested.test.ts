import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, expect } from 'vitest'
import { workbook } from './import/make-workbook.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { newSubmission, rowOf, signIn } from './surveyor.ts'

describeServer('an office exports repeats', server => {
  test('within repeats as a table of their own, with the key of the outer occurrence', async () => {
    const admin = adminOf(server, { publicUrl: 'https://survey.example' })
    const directory = await temporaryDirectory()
    const file = join(directory.path, 'village.xlsx')
    const survey = [
      ['type', 'name', 'label'],
      ['begin repeat', 'household', 'Household'],
      ['text', 'head', 'Head'],
      ['begin repeat', 'member', 'Member'],
      ['text', 'who', 'Name'],
      ['end repeat'],
      ['end repeat'],
    ]
    await writeFile(file, workbook({ survey, choices: [] }))
    await admin('form', 'import', file, '--id', 'village', '--assign-all')
    const ask = await signIn(server())
    const answers = [
      ['household:key', 0, '1'],
      ['household:key', 2, '3'],
      ['head', 0, 'Asha'],
      ['head', 2, 'Imran'],
      ['member:within', 0, '1'],
      ['member:within', 1, '3'],
      ['member:within', 2, '1'],
      ['who', 0, 'Ravi'],
      ['who', 1, 'Sana'],
      ['who', 2, 'Meena'],
    ].map(([form_field_id, occurrence, value]) => ({ form_field_id, occurrence, value }))
    const body = newSubmission({ form_id: 'village', answers } as never)
    const { id } = rowOf(await ask('submissionCreate', { body }))
    const out = join(directory.path, 'village.csv')
    await admin('submissions', 'export', 'village', '--out', out)
    const tableOf = async (name: string) =>
      csvRows(await readFile(join(directory.path, `village.${name}.csv`), 'utf8'))
    expect(await tableOf('household')).toEqual([
      ['submission_id', 'occurrence', 'household:key', 'head'],
      [id, '1', '1', 'Asha'],
      [id, '3', '3', 'Imran'],
    ])
    expect(await tableOf('member')).toEqual([
      ['submission_id', 'occurrence', 'member:within', 'who'],
      [id, '1', '1', 'Ravi'],
      [id, '2', '3', 'Sana'],
      [id, '3', '1', 'Meena'],
    ])
    await directory.remove()
  })

  test('an empty answer, which a device sends for an occurrence that was not asked, is no choice', async () => {
    const admin = adminOf(server, { publicUrl: 'https://survey.example' })
    const directory = await temporaryDirectory()
    const at = (name: string) => join(directory.path, name)
    const survey = [
      ['type', 'name', 'label', 'relevant'],
      ['begin repeat', 'member', 'Member'],
      ['text', 'who', 'Name'],
      ['select_multiple c', 'care', 'Care', "${who} != 'Ravi'"],
      ['end repeat'],
    ]
    const choices = [
      ['list_name', 'name', 'label'],
      ['c', 'home', 'At home'],
      ['c', 'ward', 'In a ward'],
    ]
    await writeFile(at('care.xlsx'), workbook({ survey, choices }))
    await admin('form', 'import', at('care.xlsx'), '--id', 'care', '--assign-all')
    const ask = await signIn(server())
    const answers = [
      ['who', 0, 'Ravi'],
      ['who', 1, 'Sana'],
      ['care', 0, ''],
      ['care', 1, '["ward"]'],
    ].map(([form_field_id, occurrence, value]) => ({ form_field_id, occurrence, value }))
    const body = newSubmission({ form_id: 'care', answers } as never)
    const { id } = rowOf(await ask('submissionCreate', { body }))
    await admin('submissions', 'export', 'care', '--out', at('care.csv'), '--split')
    expect(csvRows(await readFile(at('care.member.csv'), 'utf8'))).toEqual([
      ['submission_id', 'occurrence', 'who', 'care', 'care/home', 'care/ward'],
      [id, '1', 'Ravi', '', '', ''],
      [id, '2', 'Sana', 'ward', '0', '1'],
    ])
    await admin('submissions', 'export', 'care', '--out', at('care.jsonl'), '--format', 'jsonl')
    expect(JSON.parse(await readFile(at('care.jsonl'), 'utf8'))).toMatchObject({
      repeats: {
        member: [
          { occurrence: 1, who: 'Ravi', care: null },
          { occurrence: 2, who: 'Sana', care: ['ward'] },
        ],
      },
    })
    await directory.remove()
  })
})
