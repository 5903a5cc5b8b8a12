import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asWorkbook } from '../../../fuzz/authors/form.ts'
import { row } from '../../../fuzz/authors/rows.ts'
import { adminOf } from '../../admin-line.ts'
import { temporaryDirectory } from '../../child-server.ts'
import { csvRows } from '../../csv-rows.ts'
import { describeServer } from '../../engines.ts'
import { newSubmission, rowOf, signIn } from '../../surveyor.ts'

/** The administrator imports a registration and a visit; what is answered in them is a case. */

const registration = asWorkbook({
  survey: [row('text', 'village', { save_to: 'village' })],
  entities: [{ list_name: 'wells', label: "concat('Well in ', ${village})" }],
})
const visit = asWorkbook({
  survey: [
    row('select_one_from_file wells.csv', 'well'),
    row('integer', 'depth', { save_to: 'depth' }),
  ],
  entities: [{ list_name: 'wells', entity_id: '${well}' }],
})

describeServer('an office imports forms with cases', server => {
  test('whose answers become cases, and which export these without what only the app reads', async () => {
    const admin = adminOf(server)
    const directory = await temporaryDirectory()
    const pathOf = (name: string) => join(directory.path, name)
    await writeFile(pathOf('visit.xlsx'), visit)
    await writeFile(pathOf('registration.xlsx'), registration)
    const reading = await readingOf(
      asWorkbook({
        survey: [row('select_one_from_file wells.csv', 'well')],
      }),
      pathOf('reading.xlsx'),
    )
    expect((await admin('form', 'import', reading, '--dry-run')).join('\n')).toContain('--cases')
    const named = await admin('form', 'import', reading, '--dry-run', '--cases', 'pumps, wells')
    expect(named.join('\n')).not.toContain('--cases')

    for (const id of ['registration', 'visit']) {
      await admin('form', 'import', pathOf(`${id}.xlsx`), '--id', id, '--assign-all')
    }
    expect((await admin('form', 'import', reading)).slice(1)).toEqual([
      '  1 rules translated, 0 things simplified, 0 left out.',
    ])

    const ask = await signIn(server())
    const submitted = async (form_id: string, said: Readonly<Record<string, string>>) => {
      const answers = Object.entries(said).map(([form_field_id, value]) => ({
        form_field_id,
        value,
      }))
      return rowOf(await ask('submissionCreate', { body: newSubmission({ form_id, answers }) })).id
    }
    const seen = '{"version":1,"heads":[],"kept":[]}'
    await submitted('registration', {
      'wells:case': 'w1',
      'wells:case:act': 'create',
      'wells:case:label': 'Well in Bopal',
      village: 'Bopal',
    })
    const visited = await submitted('visit', {
      'wells:case': 'w1',
      'wells:case:act': 'update',
      'wells:case:seen': seen,
      well: 'w1',
      depth: '12',
    })
    const { body } = await ask('cases', { query: '?since=&limit=10' })
    const operations = [
      { act: 'create', label: 'Well in Bopal', values: { village: 'Bopal' } },
      { act: 'update', label: '', values: { depth: '12' }, seen: { version: 1 } },
    ]
    const [found] = body['data'] as { operations: { act: string }[] }[]
    // They come by their keys, which are random.
    found?.operations.sort((a, b) => (a.act < b.act ? -1 : 1))
    expect(body['data']).toMatchObject([{ id: 'w1', list: 'wells', operations }])

    const out = pathOf('visit.csv')
    await admin('submissions', 'export', 'visit', '--out', out)
    const [heads = [], cells = []] = csvRows(await readFile(out, 'utf8'))
    const at = heads.indexOf('located_after') + 1
    expect([cells[0], heads.slice(at), cells.slice(at)]).toEqual([
      visited,
      ['wells:case', 'wells:case:act', 'well', 'depth'],
      ['w1', 'update', 'w1', '12'],
    ])
    const codebook = await readFile(pathOf('visit.codebook.csv'), 'utf8')
    expect(codebook).toContain('wells:case:act,wells: registered or visited')
    expect(codebook).not.toContain('seen')
    await directory.remove()
  })
})

const readingOf = async (bytes: Buffer, path: string): Promise<string> => {
  await writeFile(path, bytes)
  return path
}
