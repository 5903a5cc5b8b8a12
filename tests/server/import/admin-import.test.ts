import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminOf } from '../admin-line.ts'
import { temporaryDirectory } from '../child-server.ts'
import { describeServer } from '../engines.ts'
import { signIn } from '../surveyor.ts'
import { workbook } from './make-workbook.ts'

const survey = (...rows: (string | null)[][]) =>
  workbook({
    survey: [['type', 'name', 'label', 'relevant', 'appearance'], ...rows],
    settings: [['form_id'], ['wells']],
  })

describeServer('the administrator imports', server => {
  const admin = adminOf(server)
  const listed = async () => (await admin('form', 'list')).filter(line => line.startsWith('wells'))

  test('a workbook as a form that a surveyor gets, with a report by field', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'wells.xlsx')
    await writeFile(
      path,
      survey(
        ['integer', 'depth', 'Depth', null, 'bearing'],
        ['text', 'why', 'Why', '${depth} > 30'],
      ),
    )
    const dry = await admin('form', 'import', path, '--dry-run')
    expect(dry[0]).toBe('wells: "wells", 2 fields in 1 section, not imported, as asked.')
    expect(await listed()).toEqual([])

    const report = join(directory.path, 'report.jsonl')
    const lines = await admin('form', 'import', path, '--assign-all', '--report', report)
    expect(lines).toEqual([
      'wells: "wells", 2 fields in 1 section, published.',
      '  1 rules translated, 1 things simplified, 0 left out.',
      '  simplified: depth: survey!B2: the appearance "bearing" is not used',
    ])
    const written = (await readFile(report, 'utf8')).trim().split('\n')
    expect(written.map(line => JSON.parse(line) as unknown)).toContainEqual({
      name: 'why',
      outcome: 'translated',
      what: 'survey!D3: relevant "${depth} > 30"',
    })
    const ask = await signIn(server())
    const { data } = await ask('form', { id: 'wells' })
    expect(data).toMatchObject({
      sections: [
        { fields: [{}, { visible_if: { '>': [{ to_number: [{ var: 'depth' }] }, 30] } }] },
      ],
    })

    const again = await admin('form', 'import', path, '--draft', '--whole-report')
    expect(again[0]).toContain('draft, its next version')
    expect(again).toContain('  translated: why: survey!D3: relevant "${depth} > 30"')
    await directory.remove()
  })

  test('nothing when the report cannot be written, because the command failed', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'wells.xlsx')
    await writeFile(path, survey(['text', 'a', 'A']))
    const report = join(directory.path, 'missing', 'report.jsonl')
    await expect(admin('form', 'import', path, '--report', report)).rejects.toThrow(
      `${report} cannot be written, and the form was not imported`,
    )
    expect(await listed()).toEqual([])
    await directory.remove()
  })

  test('nothing of a file with an unreadable part', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'wells.xlsx')
    await writeFile(path, survey(['text', 'a', 'A'], ['text', 'b', 'B', '${a} = ']))
    await expect(admin('form', 'import', path)).rejects.toThrow('survey!D3, character 7')
    expect(await listed()).toEqual([])
    await expect(admin('form', 'import', join(directory.path, 'no.xml'))).rejects.toThrow(
      'cannot be read',
    )
    await directory.remove()
  })

  test.each([
    [
      'wells.xlsx',
      workbook({
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
        ],
        settings: [
          ['form_id', 'Public Key'],
          ['wells', 'MIIB'],
        ],
      }),
      'settings!B2',
    ],
    [
      'wells.xml',
      `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>Wells</h:title><model><instance><data id="wells"><a/></data></instance>
<submission action="https://example.org" method="post" base64RsaPublicKey="MIIB"/></model></h:head>
<h:body><input ref="/data/a"><label>A</label></input></h:body></h:html>`,
      'line 3, column 1',
    ],
  ])(
    'a form that asks for encryption only when it is accepted that there is none: %s',
    async (name, content, place) => {
      const directory = await temporaryDirectory()
      const path = join(directory.path, name)
      await writeFile(path, content)
      for (const options of [[], ['--dry-run'], ['--leave-out-broken']]) {
        await expect(admin('form', 'import', path, ...options)).rejects.toThrow(
          `${place}: the form asks for its answers to be encrypted`,
        )
      }
      expect(await listed()).toEqual([])
      const lines = await admin('form', 'import', path, '--accept-unencrypted')
      expect(lines.filter(line => line.includes(place)).join('\n')).toMatch(/public[_ ]key/)
      expect(await listed()).toHaveLength(1)
      await directory.remove()
    },
  )
})
