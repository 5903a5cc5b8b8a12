import { expect, test } from 'vitest'
import type { FormOverview, FormReading } from '../../../replication/wire/office/form-answers.ts'
import { describeServer } from '../engines.ts'
import { workbook, zip } from '../import/make-workbook.ts'
import { head, ifMatch, png, sheetsOf, upload, wells } from './form-uploads.ts'
import { signedInAt } from './office-browser.ts'

/** What a file becomes before it is published. */

describeServer('the office reads a file', server => {
  const office = async (email?: string) => (await signedInAt(server(), email)).ask
  const overview = async () =>
    (await (await office())('form', { id: 'wells' })).data as FormOverview

  test('a file is read without being stored: its questions, report, files and places', async () => {
    const ask = await office()
    const rows = [...wells, ['text', 'note', 'Note', null, null, null]] as const
    const { status, data } = await ask('formRead', { form: upload(sheetsOf(rows)) })
    expect(status).toBe(200)
    const reading = data as FormReading
    expect(reading).toMatchObject({
      problems: [],
      form: { id: 'wells', title: 'Wells' },
      counts: { left_out: 1, simplified: 0 },
      files: [{ name: 'map.png', state: 'missing' }],
      current: null,
    })
    expect(reading.lines[0]).toMatchObject({ outcome: 'left out', name: 'depth' })
    expect(reading.lines.find(({ name }) => name === 'kind')).toMatchObject({
      outcome: 'translated',
      place: 'survey!E4',
    })
    expect(reading.form?.sections.flatMap(({ fields }) => fields)).toMatchObject([
      { label: 'Village', type: 'TEXT', is_required: true },
      { label: 'Depth', type: 'NUMBER' },
      { label: 'Kind', type: 'RADIO', is_conditional: true, options: 2 },
      { label: 'Note' },
    ])
    expect((await ask('form', { id: 'wells' })).status).toBe(404)
  })

  test('the media of a form come with it, alone or in an archive', async () => {
    const ask = await office()
    for (const form of [
      upload(sheetsOf(wells), { media: { 'Map.png': png } }),
      upload(zip({ 'wells.xlsx': sheetsOf(wells), 'm/map.png': png }), { name: 'wells.zip' }),
    ]) {
      const reading = (await ask('formRead', { form })).data as FormReading
      expect(reading.counts.left_out).toBe(0)
      expect(reading.form?.id).toBe('wells')
    }
    const form = upload(sheetsOf(wells), { state: 'published', media: { 'map.png': png } })
    expect((await ask('formPublish', { form, ...ifMatch('new') })).status).toBe(200)
    expect((await overview()).files).toMatchObject([
      { name: 'map.png', type: 'image/png', bytes: png.length, rows: null },
    ])
  })

  test('every problem of a file is listed with its cell, and nothing of it is published', async () => {
    const ask = await office()
    const broken = sheetsOf([
      ['text', 'a', 'A', null, null, null],
      ['text', 'b', 'B', null, '${a} = ', null],
      ['text', 'c', 'C', null, 'unheard(${a})', null],
      ['text', 'd', 'D', null, '${a} > )', null],
    ])
    const { problems, form } = (await ask('formRead', { form: upload(broken) })).data as FormReading
    expect(form).toBeNull()
    expect(problems.map(({ place }) => place)).toEqual([
      'survey!E3, character 7',
      'survey!E5, character 8',
    ])
    const answer = await ask('formPublish', {
      form: upload(broken, { state: 'published' }),
      ...ifMatch('new'),
    })
    expect(answer.status).toBe(422)
    expect((await ask('form', { id: 'wells' })).status).toBe(404)
    const left = upload(broken, { leave_out_broken: true })
    expect(((await ask('formRead', { form: left })).data as FormReading).problems).toEqual([])
    for (const [name, bytes] of [
      ['x.xlsx', Buffer.from('no workbook')],
      ['x.zip', Buffer.from('no archive')],
      ['x.json', Buffer.from('{}')],
      ['x.pdf', Buffer.from('%PDF')],
    ] as const) {
      const read = (await ask('formRead', { form: upload(bytes, { name }) })).data as FormReading
      expect([name, read.problems.length]).toEqual([name, 1])
    }
  })

  test('a form that asks for encryption is read once that is given up', async () => {
    const ask = await office()
    const file = workbook({
      survey: [[...head], [...(wells[0] ?? [])]],
      settings: [
        ['form_id', 'public_key'],
        ['wells', 'MIIB'],
      ],
    })
    const { data } = await ask('formRead', { form: upload(file) })
    expect(data).toMatchObject({ asks_encryption: true, problem_count: 1, form: null })
    const accepted = await ask('formRead', { form: upload(file, { accept_unencrypted: true }) })
    expect(accepted.data).toMatchObject({ asks_encryption: false, problem_count: 0 })
  })

  test('a file that is too large, or is not there, is refused', async () => {
    const ask = await office()
    expect((await ask('formRead', { form: new FormData() })).status).toBe(422)
    const large = Buffer.alloc(10 * 1024 * 1024 + 1)
    const answer = await ask('formRead', { form: upload(large) })
    expect([answer.status, answer.code]).toEqual([413, 'file_too_large'])
  })
})
