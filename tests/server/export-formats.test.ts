import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import readWorkbook from 'read-excel-file/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitionHash } from '../../replication/wire/form/version.ts'
import { parseForm } from '../../replication/wire/forms.ts'
import { beginEpoch } from '../../server/db/server-values.ts'
import { sha256Of } from '../../server/files/blobs.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { column, csvRows, type Cells } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { readZip } from './read-zip.ts'
import { visitsForm as form } from './visits-form.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm, type Ask } from './surveyor.ts'

describeServer('the office works with an export', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let ask: Ask
  beforeEach(async () => {
    directory = await temporaryDirectory()
    await publish(form)
    ask = await signIn(server())
  })
  afterEach(() => directory.remove())
  const admin = adminOf(server, { publicUrl: 'https://survey.example' })
  const publish = async (definition: object) => {
    const path = join(directory.path, 'form.json')
    await writeFile(path, JSON.stringify(definition))
    await admin('form', 'publish', path, '--assign-all')
  }
  const out = (name: string) => join(directory.path, name)
  const exported = (...options: string[]) => admin('submissions', 'export', 'visits', ...options)
  const csv = async (name: string) => csvRows(await readFile(out(name), 'utf8'))

  const send = async (
    answers: Readonly<Record<string, string>>,
    details: unknown = undefined,
    by: Ask = ask,
  ) => {
    server().clock.advance(1000)
    const entries = Object.entries(answers).map(([key, value]) => {
      const [form_field_id = '', occurrence] = key.split('#')
      return {
        form_field_id,
        value,
        ...(occurrence === undefined ? {} : { occurrence: Number(occurrence) }),
      }
    })
    const created_at = new Date(server().clock()).toISOString()
    const body = newSubmission({ form_id: 'visits', answers: entries, created_at })
    return rowOf(await by('submissionCreate', { body: { ...body, details } }))
  }

  const colleague = async () => {
    await server().db.query(`update users set is_first_login = false`)
    return signIn(server(), 'first@transect.example')
  }

  /** A submission with one of everything, and one with little. */
  const sendTwo = async () => {
    const full = await send({
      who: 'Ida <& "Co"> _x0041_ \u0001 😀',
      age: '42',
      roof: '1',
      needs: '["f"]',
      place: '23.5 69.25 10 4.5',
      name: 'Asha',
      'name#1': '=Ravi',
    })
    const files = [new File([pngBytes(1)], 'a b.png'), new File([pngBytes(2)], 'c.png')]
    await ask('filesUpload', { id: full.id, form: uploadForm('photo', files) })
    const bare = await send({ who: '007', age: '07', needs: '[]' })
    return [full, bare] as const
  }

  test('a spreadsheet has what the store has', async () => {
    const [full, bare] = await sendTwo()
    const path = out('visits.xlsx')
    expect(await exported('--format', 'xlsx', '--out', path)).toEqual([
      `${path} is written.`,
      '2 submissions stored, 2 exported.',
    ])
    const sheets = await readWorkbook(await readFile(path))
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['submissions', 'members', 'codebook'])
    const [rows = [], members] = sheets.map(({ data }) => data as Cells)
    const stored = await server().db.query<{ id: string; received_at: Date; updated_at: Date }>(
      `select id, received_at, updated_at from submissions where form_id = 'visits' order by received_at`,
    )
    expect(column(rows, 'submission_id')).toEqual([full.id, bare.id])
    expect(column(rows, 'submission_id')).toEqual(stored.map(({ id }) => id))
    expect(column(rows, 'received_at')).toEqual(stored.map(({ received_at }) => received_at))
    expect(column(rows, 'created_at')).toEqual([full.created_at, bare.created_at])
    expect(column(rows, 'latitude')).toEqual([23.24, 23.24])
    expect(column(rows, 'age')).toEqual([42, 7])
    expect(column(rows, 'needs')).toEqual(['f', null])
    expect(column(rows, 'roof')).toEqual(['1', null])
    const answers = await server().db.query<{ value: string }>(
      `select value from submission_answers a
         join submissions s on s.user_id = a.user_id and s.id = a.submission_id
       where form_field_id = 'who' order by s.received_at`,
    )
    expect(column(rows, 'who')).toEqual(answers.map(({ value }) => value))
    expect(members).toEqual([
      ['submission_id', 'occurrence', 'name'],
      [full.id, 1, 'Asha'],
      [full.id, 2, '=Ravi'],
    ])
  })

  test('labels instead of codes, a column for each option, and a codebook that explains both', async () => {
    await sendTwo()
    await exported('--out', out('v.csv'), '--split', '--values', 'labels', '--language', 'fr')
    const rows = await csv('v.csv')
    expect(column(rows, 'roof')).toEqual(['Tôle', ''])
    expect(column(rows, 'needs')).toEqual(['Food', ''])
    expect(column(rows, 'needs/f')).toEqual(['1', '0'])
    expect(column(rows, 'needs/w')).toEqual(['0', '0'])
    const codebook = await csv('v.codebook.csv')
    expect(codebook.map(String)).toContain('submissions,who,Who,,TEXT,Visit,yes,1,1,text')
    expect(codebook).toContainEqual(['submissions', 'roof', 'Tôle', '1', '', '', '', '', '', ''])
    expect(codebook).toContainEqual(['submissions', 'needs/w', 'Work', 'w', '', '', '', '', '', ''])
    expect(codebook.map(String)).toContain('members,name,Name,,TEXT,Members,no,1,1,text')
    expect(new Set(column(codebook, 'column'))).toEqual(
      new Set([...(rows[0]?.slice(16) ?? []), 'name', 'roof']),
    )
  })

  test('the version, the start, the accuracy and the hints are those that the device reported', async () => {
    const served = parseForm((await ask('form', { id: 'visits' })).data)
    if (served === null) throw new Error('The form cannot be read')
    const hash = await definitionHash(served, async text => sha256Of(Buffer.from(text)))
    await publish({ ...form, sections: form.sections.slice(0, 1) })
    const startedAt = new Date(server().clock() - 61_000)
    const hint = { kind: 'same', field_id: 'needs', occurrence: 1, reason: '' }
    const details = {
      definition_hash: hash,
      started_at: startedAt.toISOString(),
      accuracy: 4.5,
      hints: [hint, { ...hint, kind: 'number', field_id: 'age', reason: '=यह सही है; "yes", 😀' }],
    }
    const sent = await send({ who: 'a' }, details)
    const late = new Date(server().clock() + 3_600_000).toISOString()
    await send({ who: 'b' }, { definition_hash: 'x', started_at: late, accuracy: -1, hints: 'x' })
    await send({ who: 'c', 'name#0': '' })
    await exported('--out', out('v.csv'))
    const rows = await csv('v.csv')
    expect(column(rows, 'form_version')).toEqual(['1', '', ''])
    expect(column(rows, 'duration')).toEqual(['62', '', ''])
    expect(column(rows, 'started_at')).toEqual([startedAt.toISOString(), late, ''])
    expect(column(rows, 'accuracy')).toEqual(['4.5', '', ''])
    expect(column(rows, 'surveyor_name')).toEqual(['Asha Verma', 'Asha Verma', 'Asha Verma'])
    const text = 'same (needs 2); number (age 2): =यह सही है; "yes", 😀'
    expect(column(rows, 'hints')).toEqual([text, '', ''])
    await exported('--format', 'jsonl', '--out', out('v.jsonl'))
    const [first = '', , third = ''] = (await readFile(out('v.jsonl'), 'utf8')).split('\n')
    expect(JSON.parse(first)).toHaveProperty('hints.0', { ...hint, occurrence: 2 })
    // A device sends an empty answer where an occurrence was removed.
    expect(JSON.parse(third)).toHaveProperty('repeats.members', [])
    await ask('submissionDelete', { id: sent.id })
    const kept = await server().db.query(`select id from submissions where hints is not null`)
    expect(kept).toEqual([])
  })

  test('an archive has the files under the names in the tables', async () => {
    const [full] = await sendTwo()
    const lines = await exported('--out', out('v.csv'), '--media', out('media.zip'))
    expect(lines).toContain(`${out('media.zip')} is written, with 2 files.`)
    const [names = ''] = column(await csv('v.csv'), 'photo') as readonly string[]
    expect(names).toBe(`${full.id}/1-photo-a b.png; ${full.id}/2-photo-c.png`)
    const files = readZip(await readFile(out('media.zip')))
    expect([...files.keys()]).toEqual(names.split('; '))
    expect([...files.values()].map(bytes => new Uint8Array(bytes))).toEqual([
      pngBytes(1),
      pngBytes(2),
    ])
  })

  test('a file that is missing in the store is an error, unless it is left out', async () => {
    await sendTwo()
    await server().blobs.remove(sha256Of(pngBytes(2)))
    await expect(exported('--out', out('v.csv'), '--media', out('media.zip'))).rejects.toThrow(
      'c.png is not in the store',
    )
    await expect(readFile(out('media.zip'))).rejects.toThrow('ENOENT')
    const options = ['--media', out('media.zip'), '--leave-out-missing']
    const lines = await exported('--out', out('v.csv'), ...options)
    expect(lines.join()).toMatch(/with 1 file\..*without .*c\.png, which is not in the store/)
    expect((await readZip(await readFile(out('media.zip')))).size).toBe(1)
  })

  test('GeoJSON has a feature per submission, where it was made or where an answer says', async () => {
    const [full, bare] = await sendTwo()
    const read = async (...options: string[]) => {
      await exported('--format', 'geojson', '--out', out('v.geojson'), ...options)
      return JSON.parse(await readFile(out('v.geojson'), 'utf8')) as {
        readonly features: readonly { id: string; geometry: unknown; properties: object }[]
      }
    }
    const made = { type: 'Point', coordinates: [69.66, 23.24] }
    const { features } = await read()
    expect(features.map(({ id, geometry }) => [id, geometry])).toEqual([
      [full.id, made],
      [bare.id, made],
    ])
    expect(features[0]?.properties).toMatchObject({
      roof: '1',
      needs: ['f'],
      repeats: {
        members: [
          { occurrence: 1, name: 'Asha' },
          { occurrence: 2, name: '=Ravi' },
        ],
      },
    })
    const placed = await read('--geometry', 'place', '--values', 'labels')
    expect(placed.features.map(({ geometry }) => geometry)).toEqual([
      { type: 'Point', coordinates: [69.25, 23.5] },
      null,
    ])
    expect(placed.features[0]?.properties).toMatchObject({ roof: 'Tin', needs: ['Food'] })
  })

  test('with --since only what is new, changed or deleted', async () => {
    const since = out('visits.since')
    const again = async () => {
      const lines = await exported('--out', out('v.csv'), '--since', since)
      return [
        lines.at(-1),
        column(await csv('v.csv'), 'who'),
        column(await csv('v.deleted.csv'), 'submission_id'),
      ]
    }
    const [full, bare] = await sendTwo()
    const other = await colleague()
    expect((await again())[1]).toHaveLength(2)
    expect(await again()).toEqual(['0 of 2 stored submissions asked for, 0 exported.', [], []])
    const update = { ...newSubmission({ form_id: 'visits' }), updated_at: bare.created_at }
    const answers = [{ form_field_id: 'who', value: 'edited' }]
    await ask('submissionUpdate', { id: bare.id, body: { ...update, answers } })
    await ask('submissionDelete', { id: full.id })
    await send({ who: 'new' }, {}, other)
    expect(await again()).toEqual([
      '2 submissions stored, 2 exported.',
      ['edited', 'new'],
      [full.id],
    ])
    expect(await again()).toEqual(['0 of 2 stored submissions asked for, 0 exported.', [], []])
    await beginEpoch(server().db.query)
    await expect(again()).rejects.toThrow('was restored')
    await writeFile(since, 'x')
    await expect(again()).rejects.toThrow('not written by --since')
  })

  test('filters by time of receipt and by surveyor', async () => {
    const other = await colleague()
    await send({ who: 'early' })
    const from = new Date(server().clock() + 500).toISOString()
    await send({ who: 'between' })
    await send({ who: 'other' }, {}, other)
    const until = new Date(server().clock() + 500).toISOString()
    const { updated_at: moment } = await send({ who: 'late' })
    const who = async (...options: string[]) => {
      const lines = await exported('--out', out('v.csv'), ...options)
      return [lines.at(-1), ...column(await csv('v.csv'), 'who')]
    }
    expect(await who('--from', from, '--until', until)).toEqual([
      '2 of 4 stored submissions asked for, 2 exported.',
      'between',
      'other',
    ])
    expect((await who('--surveyor', 'First@transect.example')).slice(1)).toEqual(['other'])
    expect((await who('--from', '2026-11-21')).slice(1)).toEqual([])
    const inDelhi = new Date(Date.parse(until) + 19_800_000).toISOString().replace('Z', '+05:30')
    expect((await who('--from', until.replace('Z', ''))).slice(1)).toEqual(['late'])
    expect((await who('--from', inDelhi)).slice(1)).toEqual(['late'])
    // Two periods that meet have each submission once.
    expect((await who('--until', moment)).slice(1)).toEqual(['early', 'between', 'other'])
    expect((await who('--from', moment)).slice(1)).toEqual(['late'])
  })

  test('options that do not go together are refused', async () => {
    const refused = async (problem: string, ...options: string[]) =>
      expect(exported(...options)).rejects.toThrow(problem)
    await refused('only for csv and xlsx', '--format', 'jsonl', '--split')
    await refused('codes or labels', '--values', 'numbers')
    await refused('a day or a moment', '--from', 'yesterday')
    // Without the T it would be a moment of the machine's own time zone.
    await refused('a day or a moment', '--from', '2026-11-22 10:00')
    // `Date` takes it for March 3, and no database stores the others.
    for (const moment of ['2026-02-31', '0000-01-01', '9999-12-31T23:59:59-01:00'])
      await refused('a day or a moment', '--until', moment)
    await refused('no user asha@', '--surveyor', 'asha@transect.exmaple')
    await refused('no field plase', '--format', 'geojson', '--geometry', 'plase')
    await refused('takes no filter', '--since', out('s'), '--from', '2026-01-01')
    await refused('please give --out', '--since', out('s'))
    const others = ['--out', out('v.csv'), '--table', 'members']
    await refused('takes no filter', '--since', out('s'), ...others)
  })
})
