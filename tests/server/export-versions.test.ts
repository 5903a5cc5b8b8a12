import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { newSubmission, signIn } from './surveyor.ts'

const options = [
  { value: 'tea', label: 'Tea' },
  { value: 'corn', label: 'Corn' },
]

describeServer('an export of a form with several versions', server => {
  const admin = adminOf(server)

  test('has several answers that arrive after a version that takes one as if they had come before', async () => {
    const directory = await temporaryDirectory()
    const at = (name: string) => join(directory.path, name)
    const publish = async (type: string) => {
      const fields = [{ id: 'crops', label: 'Crops', type, options }]
      await writeFile(
        at('f.json'),
        JSON.stringify({ id: 'f', title: 'F', sections: [{ id: 's', fields }] }),
      )
      await admin('form', 'publish', at('f.json'), '--assign-all')
    }
    const ask = await signIn(server())
    const send = async (value: string) => {
      server().clock.advance(1000)
      const created_at = new Date(server().clock()).toISOString()
      const answers = [{ form_field_id: 'crops', value }]
      const body = newSubmission({ form_id: 'f', answers, created_at })
      expect((await ask('submissionCreate', { body })).status).toBe(201)
    }
    await publish('CHECKBOX')
    await send('["tea","corn"]')
    await publish('RADIO')
    await send('["tea","corn"]')
    await send('corn')
    await admin('submissions', 'export', 'f', '--out', at('f.csv'), '--split')
    const rows = csvRows(await readFile(at('f.csv'), 'utf8'))
    expect(rows.map(row => row.slice(16))).toEqual([
      ['crops', 'crops/tea', 'crops/corn'],
      ['tea; corn', '1', '1'],
      ['tea; corn', '1', '1'],
      ['corn', '0', '1'],
    ])
    await admin('submissions', 'export', 'f', '--out', at('f.jsonl'), '--format', 'jsonl')
    const lines = (await readFile(at('f.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject(
      [['tea', 'corn'], ['tea', 'corn'], 'corn'].map(crops => ({ answers: { crops } })),
    )
    await directory.remove()
  })

  test('has no column for a note, unless it was a question', async () => {
    const directory = await temporaryDirectory()
    const at = (name: string) => join(directory.path, name)
    const publish = async (types: Readonly<Record<string, string>>) => {
      const fields = Object.entries(types).map(([id, type]) => ({ id, label: id, type }))
      const form = { id: 'notes', title: 'Notes', sections: [{ id: 's', fields }] }
      await writeFile(at('f.json'), JSON.stringify(form))
      await admin('form', 'publish', at('f.json'), '--assign-all')
    }
    await publish({ welcome: 'NOTE', who: 'TEXT', later: 'NOTE', once: 'TEXT' })
    await publish({ welcome: 'NOTE', who: 'TEXT', later: 'TEXT', once: 'NOTE' })
    await admin('submissions', 'export', 'notes', '--out', at('n.csv'))
    const [head] = csvRows(await readFile(at('n.csv'), 'utf8'))
    expect(head?.slice(16)).toEqual(['who', 'once', 'later'])
    const [, ...codes] = csvRows(await readFile(at('n.codebook.csv'), 'utf8'))
    expect(codes.map(([, name]) => name)).toEqual(['who', 'once', 'later'])
    await directory.remove()
  })
})
