import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formFile, storedFiles } from '../../../collections/writes/write-forms.ts'
import { startDraft } from '../../../collections/writes/write-interview.ts'
import { parseMedia } from '../../../replication/wire/form/files.ts'
import { parseForm } from '../../../replication/wire/forms.ts'
import { dropDraft } from '../../drafts.ts'
import { runAdmin } from '../../server/admin-line.ts'
import { createPasswords } from '../../../server/auth/passwords.ts'
import { assignToAll, putForm, putFormFile } from '../../../server/store/forms.ts'
import { loadForm, loadVersion } from '../../../src/features/fill/opening/load-form.ts'
import { createDisk, openDevice, type Device } from '../../device.ts'
import { answered } from '../../form/answered.ts'
import { temporaryDirectory } from '../../server/child-server.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'
import { workbook } from '../../server/import/make-workbook.ts'
import { signIn } from '../../server/surveyor.ts'

/** The lists of a form on their way: imported next to the form, fetched with it, kept and read on the phone. */

const survey = workbook({
  survey: [
    ['type', 'name', 'label', 'choice_filter'],
    ['text', 'district', 'District'],
    ['select_one_from_file villages.csv', 'village', 'Village', 'district = ${district}'],
  ],
  settings: [['form_id'], ['wells']],
})

const startServer = shareTestServer()
let server: TestServer
let device: Device
let folder: string
/** How many of the next requests for files fail. */
let failures = 0
let failure: () => Promise<Response>
let requests = 0

const importWith = async (villages: string): Promise<readonly string[]> => {
  await writeFile(join(folder, 'villages.csv'), `name,label,district\n${villages}\n`)
  await writeFile(join(folder, 'wells.xlsx'), survey)
  const passwords = createPasswords({ ln: 4, r: 1, p: 1 })
  const path = join(folder, 'wells.xlsx')
  server.clock.advance(1000)
  return runAdmin({ ...server, passwords }, ['form', 'import', path, '--assign-all'])
}

beforeEach(async () => {
  failures = requests = 0
  failure = () => Promise.reject(new TypeError('cut'))
  server = await startServer()
  folder = (await temporaryDirectory()).path
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('/forms/files/')) requests += 1
    if (failures > 0 && url.includes('/forms/files/')) {
      failures -= 1
      return failure()
    }
    return server.fetch(input, init)
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), await server.login())
})
afterEach(() => device.crash())

const refresh = () => device.sync.refresh.now('forms')
const hash = async () => (await device.db.forms.findOne('wells').exec())?.definition_hash ?? ''
const files = async () => [...(await storedFiles(device.db, 'wells'))]
const villagesOf = async (version: string) => {
  const form = await loadVersion(device, { id: 'wells', title: '' }, version)
  if (form === null) return null
  const { logic } = answered(form, { district: 'anand' })
  const village = form.fieldById.get('village')
  return village === undefined ? null : logic.options(village).map(({ label }) => label)
}

test('a list is fetched with its form and read without a network, by its surveyors only', async () => {
  const lines = await importWith('v1,Rampura,anand\nv2,Lonavla,pune')
  expect(lines).toContain('  villages.csv: 2 rows, kept on each device.')
  await refresh()
  device.env.cut()
  expect((await loadForm({ ...device, refresh: device.sync.refresh }, 'wells')).kind).toBe('loaded')
  expect(await villagesOf(await hash())).toEqual(['Rampura'])

  const [file] = await files()
  const ask = await signIn(server)
  expect(await ask('formFile', { id: file ?? '' })).toMatchObject({
    status: 200,
    data: { columns: ['name', 'label', 'district'] },
  })
  const passwords = createPasswords({ ln: 4, r: 1, p: 1 })
  await runAdmin({ ...server, passwords }, ['form', 'unassign', 'wells', '--all'])
  expect(await ask('formFile', { id: file ?? '' })).toMatchObject({ status: 404 })
})

test('a form that is opened by its address before the first list of forms has its list', async () => {
  await importWith('v1,Rampura,anand')
  expect((await loadForm({ ...device, refresh: device.sync.refresh }, 'wells')).kind).toBe('loaded')
  expect(await villagesOf(await hash())).toEqual(['Rampura'])
  expect(requests).toBe(1)
})

test('a form whose list could not be fetched stays as it was, and comes with the next refresh', async () => {
  await importWith('v1,Rampura,anand')
  failures = 1
  await refresh()
  expect(await hash()).toBe('')
  await refresh()
  expect(await villagesOf(await hash())).toEqual(['Rampura'])

  const before = await hash()
  await importWith('v1,Rampura,anand\nv3,Bhalej,anand')
  failures = 1
  await refresh()
  expect([await hash(), await villagesOf(before)]).toEqual([before, ['Rampura']])
  await refresh()
  expect(await villagesOf(await hash())).toEqual(['Rampura', 'Bhalej'])
})

test.each([
  ['a page of a gateway', 502],
  ['a page of a portal', 200],
])('a list in whose place came %s comes with the next refresh', async (_, status) => {
  await importWith('v1,Rampura,anand')
  failures = Number.POSITIVE_INFINITY
  failure = () => Promise.resolve(new Response('<html>Bad</html>', { status }))
  await refresh()
  failures = 0
  await refresh()
  expect(await villagesOf(await hash())).toEqual(['Rampura'])
})

test.each([404, 410])(
  'a form is stored without a list that the server does not have, whatever its page of %i says',
  async status => {
    await importWith('v1,Rampura,anand')
    failures = Number.POSITIVE_INFINITY
    failure = () => Promise.resolve(new Response('<html>Not found</html>', { status }))
    await refresh()
    expect(await villagesOf(await hash())).toEqual([])
  },
)

test('the rows of another surveyor on the same device are not shown, even while they are in memory', async () => {
  await importWith('v1,Rampura,anand')
  await refresh()
  const version = await hash()
  const inMemory = await loadVersion(device, { id: 'wells', title: '' }, version)
  await device.crash()
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return url.includes('/forms/files/')
      ? Promise.resolve(new Response('<html>Not found</html>', { status: 404 }))
      : server.fetch(input, init)
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), await server.login())
  await refresh()
  expect([await hash(), await villagesOf(version)]).toEqual([version, []])
  expect(inMemory).not.toBeNull()
})

test('a form comes before its pictures, which come with the next refresh after a cut', async () => {
  const { query } = server.db
  const contents = { type: 'image/png', base64: 'AAAA' }
  const form = parseForm({
    id: 'wells',
    title: 'Wells',
    updated_at: '2026-11-20T10:00:00.000Z',
    files: [{ id: 'roof-1', name: 'roof.png' }],
    questions: [{ id: 'q', label: 'Q', image: 'roof-1' }],
  })
  if (form === null) throw new Error('The fixture is no form')
  await putForm(query, form, new Date(server.clock()))
  await putFormFile(query, 'wells', 'roof-1', contents)
  await assignToAll(query, 'wells', new Date(server.clock()))
  failures = 1
  await refresh()
  const version = await hash()
  expect((await loadVersion(device, { id: 'wells', title: '' }, version))?.fields).toMatchObject([
    { id: 'q', media: { image: 'roof-1' } },
  ])
  expect(await files()).toEqual([])
  await refresh()
  const stored = (await formFile(device.db, 'wells', 'roof-1')) ?? 'null'
  expect(parseMedia(JSON.parse(stored))).toEqual(contents)
})

test('a draft keeps the list that it began with, which goes when nothing needs it', async () => {
  await importWith('v1,Rampura,anand')
  await refresh()
  const before = await hash()
  const { env, db } = device
  const begun = { formId: 'wells', formName: '', clientKey: 'k', now: env.clock.now() }
  const draft = await startDraft(db, { ...begun, definitionHash: before })
  await importWith('v3,Bhalej,anand')
  await refresh()
  expect(await villagesOf(before)).toEqual(['Rampura'])
  expect(await villagesOf(await hash())).toEqual(['Bhalej'])
  expect(await files()).toHaveLength(2)

  await dropDraft(db, draft.id)
  await importWith('v4,Sarsa,anand')
  await refresh()
  expect(await files()).toHaveLength(1)
  expect(await villagesOf(await hash())).toEqual(['Sarsa'])
})
