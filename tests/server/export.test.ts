import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Query } from '../../server/db/db.ts'
import { csvLine } from '../../server/export/formats/csv.ts'
import { readRows } from '../../server/export/read-rows.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm, type Ask } from './surveyor.ts'

const field = (id: string, type = 'TEXT') => ({ id, label: `Label of ${id}`, type })

const first = {
  id: 'visits',
  title: 'Visits',
  sections: [{ id: 's', fields: [field('who'), field('gone')] }],
}
const second = {
  ...first,
  sections: [
    { id: 's', fields: [field('added', 'CHECKBOX'), field('who'), field('photo', 'IMAGE')] },
    {
      id: 'members',
      name: 'Members',
      repeat: true,
      fields: [field('name'), field('age', 'NUMBER')],
    },
  ],
}

describeServer('an office exports', server => {
  const admin = adminOf(server, { publicUrl: 'https://survey.example' })
  const publish = async (folder: string, form: object) => {
    const path = join(folder, 'form.json')
    await writeFile(path, JSON.stringify(form))
    await admin('form', 'publish', path, '--assign-all')
  }
  const answer = (form_field_id: string, value: string, occurrence?: number) => ({
    form_field_id,
    value,
    ...(occurrence === undefined ? {} : { occurrence }),
  })
  const send = async (ask: Ask, answers: ReturnType<typeof answer>[]) => {
    const { clock } = server()
    clock.advance(1000)
    const created_at = new Date(clock()).toISOString()
    const body = newSubmission({ form_id: 'visits', answers, created_at })
    return rowOf(await ask('submissionCreate', { body })).id
  }

  /** Two versions of a form, with a submission to each. */
  const withSubmissions = async (folder: string) => {
    const ask = await signIn(server())
    await publish(folder, first)
    const old = await send(ask, [answer('who', 'Ida, "the" elder'), answer('gone', '=1+1')])
    await publish(folder, second)
    const latest = await send(ask, [
      answer('who', 'two\nlines'),
      answer('added', '["a","b"]'),
      answer('name', 'Asha'),
      // Of the removed occurrence a device sends this.
      answer('name', '', 1),
      answer('name', '+Ravi', 2),
      answer('age', '-5', 2),
      answer('unheard', '@x'),
    ])
    const form = uploadForm('photo', [new File([pngBytes(1)], 'a.png')])
    await ask('filesUpload', { id: latest, form })
    return { old, latest }
  }

  test('columns keep their position from version to version, and repeats are tables of their own', async () => {
    const directory = await temporaryDirectory()
    const { old, latest } = await withSubmissions(directory.path)
    const out = join(directory.path, 'visits.csv')
    expect(await admin('submissions', 'export', 'visits', '--out', out, '--bom')).toEqual([
      `${out} is written.`,
      `${join(directory.path, 'visits.members.csv')} is written.`,
      `${join(directory.path, 'visits.codebook.csv')} is written.`,
      '2 submissions stored, 2 exported.',
    ])
    const text = await readFile(out, 'utf8')
    expect(text.startsWith('\uFEFFsubmission_id,')).toBe(true)
    const [head, ...rows] = csvRows(text.slice(1))
    expect(head?.slice(16)).toEqual(['who', 'gone', 'added', 'photo', 'unheard'])
    expect(rows.map(row => [row[0], row[1], ...row.slice(5, 7)])).toEqual([
      [old, 'asha@transect.example', '23.24', '69.66'],
      [latest, 'asha@transect.example', '23.24', '69.66'],
    ])
    const [, , , photo] = rows[1]?.slice(16) ?? []
    expect(rows.map(row => row.slice(16))).toEqual([
      ['Ida, "the" elder', "'=1+1", '', '', ''],
      ['two\nlines', '', 'a; b', photo, "'@x"],
    ])
    expect(photo).toMatch(/^https:\/\/survey\.example\/api\/surveyor\/files\//)
    expect(
      (await server().fetch(new URL(photo ?? '').pathname + new URL(photo ?? '').search)).status,
    ).toBe(200)
    const members = await readFile(join(directory.path, 'visits.members.csv'), 'utf8')
    expect(csvRows(members.slice(1))).toEqual([
      ['submission_id', 'occurrence', 'name', 'age'],
      [latest, '1', 'Asha', ''],
      [latest, '3', "'+Ravi", '-5'],
    ])
    expect((await readdir(directory.path)).filter(name => name.endsWith('.part'))).toEqual([])
    await directory.remove()
  })

  test('one object per line, with repeats inside, and labels on request', async () => {
    const directory = await temporaryDirectory()
    const { latest } = await withSubmissions(directory.path)
    const out = join(directory.path, 'visits.jsonl')
    await admin('submissions', 'export', 'visits', '--format', 'jsonl', '--out', out)
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
      { answers: { who: 'Ida, "the" elder', gone: '=1+1', added: null }, repeats: { members: [] } },
      {
        submission_id: latest,
        answers: { added: ['a', 'b'], unheard: '@x' },
        repeats: {
          members: [
            { occurrence: 1, name: 'Asha', age: null },
            { occurrence: 3, name: '+Ravi', age: -5 },
          ],
        },
      },
    ])
    const members = join(directory.path, 'members.csv')
    await admin(
      'submissions',
      'export',
      'visits',
      '--out',
      members,
      '--table',
      'members',
      '--labels',
    )
    const [head] = csvRows(await readFile(join(directory.path, 'members.members.csv'), 'utf8'))
    expect(head).toEqual([
      'submission_id',
      'occurrence',
      'Label of name (name)',
      'Label of age (age)',
    ])
    await directory.remove()
  })

  test('nothing without submissions', async () => {
    const directory = await temporaryDirectory()
    await expect(admin('submissions', 'export', 'no-such')).rejects.toThrow('no form no-such')
    await expect(admin('submissions', 'export', 'visits', '--format', 'xls')).rejects.toThrow(
      'no format xls',
    )
    await expect(
      admin('submissions', 'export', 'household-profile', '--out', '/no/such/folder/a.csv'),
    ).rejects.toThrow('cannot be written')
    await expect(
      admin(
        'submissions',
        'export',
        'household-profile',
        '--out',
        join(directory.path, 'a.csv'),
        '--table',
        'nobody',
      ),
    ).rejects.toThrow('no repeat nobody')
    await directory.remove()
  })

  test('submissions from phones with a fast or a slow clock, in the order of receipt', async () => {
    const directory = await temporaryDirectory()
    const ask = await signIn(server())
    await publish(directory.path, first)
    const submit = async (who: string, aheadMs: number) => {
      server().clock.advance(1000)
      const received = new Date(server().clock()).toISOString()
      const created_at = new Date(server().clock() + aheadMs).toISOString()
      const answers = [answer('who', who)]
      await ask('submissionCreate', {
        body: newSubmission({ form_id: 'visits', answers, created_at }),
      })
      return [created_at, received, who]
    }
    const sent = [
      await submit('fast', 3_600_000),
      await submit('right', 0),
      await submit('slow', -86_400_000),
    ]
    const out = join(directory.path, 'visits.csv')
    expect(await admin('submissions', 'export', 'visits', '--out', out)).toContain(
      '3 submissions stored, 3 exported.',
    )
    const [head, ...rows] = csvRows(await readFile(out, 'utf8'))
    const places = ['created_at', 'received_at', 'who'].map(name => head?.indexOf(name) ?? -1)
    expect(rows.map(row => places.map(place => row[place]))).toEqual(sent)
    await directory.remove()
  })

  test('everything or an error', async () => {
    const directory = await temporaryDirectory()
    await withSubmissions(directory.path)
    const shortened: Query = async (text, params) => {
      const rows = await server().db.query(text, params)
      return (text.includes('sent_created_at') ? rows.slice(1) : rows) as never
    }
    const read = async () => {
      const rows: unknown[] = []
      for await (const batch of readRows(shortened, { formId: 'visits' })) rows.push(...batch)
      return rows
    }
    await expect(read()).rejects.toThrow('1 of 2 submissions were exported')
    await directory.remove()
  })

  test('ten thousand submissions in order of receipt, a batch at a time', async () => {
    const { db } = server()
    const directory = await temporaryDirectory()
    await publish(directory.path, first)
    // Several have the same time, so that the order needs more than the time.
    await db.query(`insert into submissions (user_id, id, form_id, sent_created_at, created_at, received_at,
        updated_at, rev)
      select u.id, gen_random_uuid(), 'visits', '', timestamptz '2026-01-01' + (n / 7) * interval '1 second',
        timestamptz '2026-01-01' + (n / 7) * interval '1 second', now(), 1000000 + n from generate_series(1, 10000) n,
        (select id from users order by email limit 1) u`)
    // Without this, plans made for small tables would scan all rows for each row.
    await db.query('analyze submissions')
    await db.query(`insert into submission_answers
      (user_id, submission_id, form_field_id, occurrence, position, value, is_list, key)
      select user_id, id, 'who', 0, 0, (rev - 1000000)::text, false, (rev - 1000000)::text from submissions where form_id = 'visits'`)

    await db.query('analyze submission_answers')
    let most = 0
    let asked = 0
    const watched: Query = async (text, params) => {
      const rows = await db.query(text, params)
      most = Math.max(most, rows.length)
      asked += 1
      return rows as never
    }
    const chunks = readRows(watched, { formId: 'visits' })
    await chunks.next()
    // Their sizes, and then the rows.
    expect([asked, most]).toEqual([2, 200])

    const rows: { readonly received_at: Date; readonly answers: readonly { value: string }[] }[] =
      []
    for await (const batch of readRows(watched, { formId: 'visits' })) rows.push(...batch)
    expect(most).toBe(200)
    const seconds = rows.map(row => row.received_at.getTime())
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
    expect(new Set(rows.map(row => row.answers[0]?.value)).size).toBe(10_000)
    expect(rows).toHaveLength(10_000)
    await directory.remove()
  }, 120_000)

  test('ends before it takes the last room of a database on its disk, and leaves nothing', async () => {
    const directory = await temporaryDirectory()
    await withSubmissions(directory.path)
    const onFullDisk = adminOf(server, { leavesRoom: () => Promise.resolve(false) })
    const out = join(directory.path, 'visits.csv')
    const exported = onFullDisk('submissions', 'export', 'visits', '--out', out)
    await expect(exported).rejects.toThrow('choose a path on another disk')
    expect(await readdir(directory.path)).toEqual(['form.json'])
    await directory.remove()
  })
})

test('a cell is quoted where necessary, and never starts a formula', () => {
  expect(csvLine(['a', 1.5, null, 'b,c', 'd"e', 'f\r\ng'])).toBe('a,1.5,,"b,c","d""e","f\r\ng"\r\n')
  // Spreadsheets begin a row at each of these alone, too.
  for (const end of ['\r', '\n']) expect(csvLine([`h${end}i`])).toBe(`"h${end}i"\r\n`)
  const risky = ['=a', '+a', '-a', '@a', '\ta', '\ra', '＝a']
  for (const text of risky) expect(csvRows(csvLine([text]))).toEqual([[`'${text}`]])
  const numbers = ['-5', '+49.5', '-1e3', '-0,5', '-.5', '-5.']
  expect(csvRows(csvLine(numbers))).toEqual([numbers])
})
