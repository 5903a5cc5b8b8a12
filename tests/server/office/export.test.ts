import { expect, test } from 'vitest'
import { read } from 'xlsx'
import { basePath } from '../../../replication/wire/calls.ts'
import { describeServer } from '../engines.ts'
import { readZip } from '../read-zip.ts'
import { newSubmission, rowOf, signIn } from '../surveyor.ts'
import { signedInAt } from './office-browser.ts'
import { twoGroups } from './office-data.ts'

/** What the filters leave, as a file. */

const form = 'household-profile'

describeServer('an export at the office', server => {
  const exported = async (query: string) => {
    const { fetch } = await signedInAt(server())
    const response = await fetch(`${basePath}/office/forms/${form}/export${query}`, {})
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)

  test('has what the filters leave in each format, with labels where they are asked for', async () => {
    await twoGroups(server())
    const lines = textOf(await exported('?format=jsonl&text=hidden'))
      .trim()
      .split('\n')
    expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([
      { answers: { [`${form}.head_name`]: 'Hidden Person', [`${form}.needs`]: ['food', 'work'] } },
    ])
    const { response, bytes } = await exported('?format=xlsx&text=hidden&values=labels')
    expect(response.headers.get('Content-Disposition')).toContain(`${form}.xlsx`)
    const sheets = read(bytes)
    expect(sheets.SheetNames).toContain('codebook')
    expect(JSON.stringify(sheets.Sheets['submissions'])).toContain('Food; Work')
    const places = JSON.parse(textOf(await exported('?format=geojson'))) as { features: unknown[] }
    expect(places.features.length).toBeGreaterThan(2)
    const tables = await readZip((await exported('?format=csv&text=hidden')).bytes)
    expect([...tables.keys()]).toContain(`${form}.csv`)
    expect([...tables.keys()]).toContain(`${form}.codebook.csv`)
    const files = await readZip((await exported('?format=media&text=hidden')).bytes)
    expect([...files.keys()]).toHaveLength(1)
    const table = textOf(await exported('?format=table&text=hidden'))
    expect(table.trim().split('\r\n')).toHaveLength(2)
    expect(table).toContain([...files.keys()][0])
  })

  test('executes no answer as a formula, and is in the trail', async () => {
    const ask = await signIn(server())
    const answers = [{ form_field_id: `${form}.head_name`, value: '=HYPERLINK("http://x")' }]
    rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) }))
    const table = textOf(await exported('?format=table&text=hyperlink'))
    expect(table).toContain(`"'=HYPERLINK(""http://x"")"`)
    const trail = await server().db.query<{ command: string }>(`select command from admin_trail`)
    expect(trail.map(({ command }) => command)).toContain(`office submissionExport ${form} table`)
  })

  test('is refused where it cannot be made', async () => {
    for (const query of ['?format=pdf', '?values=words', '?text=a&where=x'])
      expect([query, (await exported(query)).response.status]).toEqual([query, 422])
  })

  test('ends when its reader does, and the server goes on', async () => {
    const { fetch, ask } = await signedInAt(server())
    const response = await fetch(`${basePath}/office/forms/${form}/export?format=csv`, {})
    await response.body?.cancel()
    expect((await ask('submissions', { id: form })).status).toBe(200)
  })
})
