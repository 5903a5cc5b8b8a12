import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Card } from '../../../replication/wire/office/people-calls.ts'
import type {
  Backups,
  OfficeAccount,
  Organization,
  ServerState,
} from '../../../replication/wire/office/settings-calls.ts'
import { createApp } from '../../../server/app.ts'
import type { Machine } from '../../../server/backend.ts'
import { readManifest } from '../../../server/backup/manifest.ts'
import { adminOf } from '../admin-line.ts'
import { temporaryDirectory } from '../child-server.ts'
import { describeServer } from '../engines.ts'
import type { TestServer } from '../make-server.ts'
import { silentLog } from '../silent-log.ts'
import { pngBytes, signIn } from '../surveyor.ts'
import { officeBrowser, signedInAt } from './office-browser.ts'

/** What administrators set and see. */

const trailOf = async (server: TestServer) =>
  (await adminOf(() => server)('trail')).map(line => line.split('  ').slice(1).join(' '))

describeServer('the accounts of the office', server => {
  const account = {
    email: 'Noor@example.org',
    name: 'Noor',
    role: 'coordinator',
    scope: { kind: 'groups', names: ['north'] },
  }
  const listed = async (): Promise<OfficeAccount | undefined> => {
    const { data } = await (await signedInAt(server())).ask('accounts')
    return (data as readonly OfficeAccount[]).find(({ email }) => email === 'noor@example.org')
  }
  const passwordOf = ({ data }: { readonly data: unknown }) =>
    (data as { readonly cards: readonly Card[] }).cards[0]?.password ?? ''

  test('are added, reset, deactivated and activated by an administrator', async () => {
    const { ask } = await signedInAt(server())
    const first = passwordOf(await ask('accountAdd', { body: account }))
    const id = (await listed())?.id ?? ''
    expect(await listed()).toMatchObject({
      role: 'coordinator',
      scope: account.scope,
      is_temporary: true,
      has_code: false,
    })
    const noor = officeBrowser(server())
    expect((await noor.signIn('noor@example.org', first)).status).toBe(200)
    const second = passwordOf(await ask('accountReset', { id, body: {} }))
    expect((await noor.ask('session')).status).toBe(401)
    expect((await noor.signIn('noor@example.org', first)).status).toBe(422)
    expect((await noor.signIn('noor@example.org', second)).status).toBe(200)
    await ask('accountActivate', { id, body: { is_active: false } })
    expect((await noor.ask('session')).status).toBe(401)
    await ask('accountActivate', { id, body: { is_active: true } })
    expect((await noor.signIn('noor@example.org', second)).status).toBe(200)
    const again = await ask('accountAdd', { body: account })
    expect([again.status, again.code]).toEqual([422, 'taken'])
    const trail = await trailOf(server())
    expect(trail).toContain(
      'admin@transect.example office accountAdd noor@example.org as coordinator of groups north',
    )
    expect(trail.join()).not.toContain(first)
  })

  test('see something that is there, and an administrator sees all', async () => {
    const { ask } = await signedInAt(server())
    for (const [role, scope] of [
      ['administrator', { kind: 'groups', names: ['north'] }],
      ['viewer', { kind: 'groups', names: [] }],
      ['reviewer', { kind: 'forms', names: ['none'] }],
    ]) {
      const refused = await ask('accountAdd', { body: { ...account, role, scope } })
      expect([refused.status, refused.code]).toEqual([422, 'scope'])
    }
    expect((await ask('accountAdd', { body: { ...account, role: 'king' } })).status).toBe(422)
    expect(await listed()).toBeUndefined()
  })

  test('are not lost by their own hand', async () => {
    const { ask } = await signedInAt(server())
    const { data } = await ask('session')
    const { id } = data as { id: string }
    const off = await ask('accountActivate', { id, body: { is_active: false } })
    const reset = await ask('accountReset', { id, body: {} })
    expect([off.code, reset.code]).toEqual(['own', 'own'])
    expect((await ask('session')).status).toBe(200)
    expect((await ask('accountReset', { id: 'none', body: {} })).status).toBe(404)
  })
})

describeServer('the organization', server => {
  const logo = (bytes: Uint8Array) => ({
    name: '../logo.png',
    base64: Buffer.from(bytes).toString('base64'),
  })

  test('has a name and a logo, which surveyors get', async () => {
    const { ask } = await signedInAt(server())
    const change = async (body: unknown) => {
      const { tag } = (await ask('organization')).data as Organization
      return ask('organizationChange', { body, headers: { 'If-Match': `"${tag}"` } })
    }
    await change({ name: '<b>Terra', logo: logo(pngBytes(3)) })
    const user = () =>
      signIn(server())
        .then(surveyor => surveyor('account'))
        .then(({ data }) => data as { organization_name: string; organization_logo: string | null })
    expect((await user()).organization_name).toBe('<b>Terra')
    const shown = await server().fetch((await user()).organization_logo ?? '')
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    await change({ name: 'Terra' })
    expect((await user()).organization_logo).not.toBeNull()
    await change({ name: 'Terra', logo: null })
    expect((await user()).organization_logo).toBeNull()
    expect(await trailOf(server())).toContain(
      'admin@transect.example office organizationChange <b>Terra logo',
    )
  })

  test('takes no logo that is no picture, or too large', async () => {
    const { ask } = await signedInAt(server())
    const before = (await ask('organization')).data as Organization
    const headers = { 'If-Match': `"${before.tag}"` }
    const page = Buffer.from('<html><script>alert(1)</script>')
    const large = new Uint8Array(1_000_001)
    large.set(pngBytes(1))
    const codes = []
    for (const bytes of [page, large])
      codes.push(
        (await ask('organizationChange', { body: { name: 'x', logo: logo(bytes) }, headers })).code,
      )
    expect(codes).toEqual(['logo', 'logo_large'])
    expect((await ask('organizationChange', { body: { name: ' ' }, headers })).status).toBe(422)
    expect((await ask('organization')).data).toEqual(before)
  })

  test('is overwritten by no one who has not seen the change of another', async () => {
    const { ask } = await signedInAt(server())
    const seen = (await ask('organization')).data as Organization
    const headers = { 'If-Match': `"${seen.tag}"` }
    const change = (name: string) => ask('organizationChange', { body: { name }, headers })
    const [one, two] = await Promise.all([change('One'), change('Two')])
    expect([one.status, two.status].toSorted()).toEqual([200, 412])
    const late = one.status === 412 ? one : two
    expect(late.data).toEqual((await ask('organization')).data)
  })
})

describeServer('the server', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  beforeEach(async () => {
    directory = await temporaryDirectory()
  })
  afterEach(() => directory.remove())

  /** The same database with a process that has a disk. */
  const withMachine = async (more: Partial<Machine> = {}): Promise<TestServer> => {
    const { db, blobs, clock, origin } = server()
    const app = await createApp({
      db,
      blobs,
      clock,
      log: silentLog,
      mailer: async () => undefined,
      mode: 'production',
      publicUrl: origin,
      scryptCost: { ln: 4, r: 1, p: 1 },
      machine: {
        version: '1.2.3',
        dataDirectory: directory.path,
        sendNow: null,
        mailCounts: { sending: 0, failed: 2 },
        ...more,
      },
    })
    return {
      ...server(),
      fetch: async (input, init) => {
        const response = await app.fetch(new Request(new URL(String(input), origin), init))
        await app.settled()
        return response
      },
    }
  }

  test('says its version, what it stores, and the addresses', async () => {
    const { ask } = await signedInAt(await withMachine())
    const { data } = await ask('server')
    expect(data).toMatchObject({
      version: '1.2.3',
      files: { is_reachable: true },
      mail: { is_sent: false, failed: 2 },
      app: server().origin,
      office: `${server().origin}/office`,
    })
    const { database, free_bytes } = data as ServerState
    expect(database.bytes).toBeGreaterThan(1e6)
    expect(free_bytes).toBeGreaterThan(0)
  })

  test('makes a backup, verifies it, and says when a byte of it is another', async () => {
    const machine = await withMachine()
    const { ask } = await signedInAt(machine)
    const read = async () => (await ask('backups')).data as Backups
    expect(await read()).toMatchObject({ last_at: null, work: null, backups: [] })
    expect((await ask('backupCreate', { body: {} })).status).toBe(200)
    const { work, backups, place, last_at } = await read()
    expect(work).toMatchObject({ act: 'create', state: 'done', by: 'admin@transect.example' })
    expect(backups).toMatchObject([{ name: 'office-2026-11-20T09-30-00Z', surveyors: 3 }])
    expect(last_at).toBe('2026-11-20T09:30:00.000Z')
    const path = join(place ?? '', backups[0]?.name ?? '')
    expect((await readManifest(path)).files).toBe(backups[0]?.files)
    const check = () => ask('backupCheck', { id: backups[0]?.name ?? '', body: {} })
    await check()
    expect((await read()).work).toMatchObject({ act: 'check', state: 'done' })
    await writeFile(join(path, 'forms.jsonl'), 'x')
    await check()
    expect((await read()).work).toMatchObject({
      act: 'check',
      state: 'failed',
      why: expect.stringContaining('forms.jsonl is missing or damaged'),
    })
    await rm(path, { recursive: true })
    for (const id of [backups[0]?.name ?? '', '..', 'office-2026-11-20T09-30-00Z/../..'])
      expect((await ask('backupCheck', { id, body: {} })).status).toBe(404)
  })

  test('makes one backup at a time, and another when a process was cut', async () => {
    const { ask } = await signedInAt(await withMachine())
    const running = {
      act: 'create',
      name: 'x',
      by: 'a@b.c',
      begun_at: '2026-11-20T09:00:00.000Z',
      seen_at: '2026-11-20T09:29:30.000Z',
      ended_at: null,
      state: 'running',
      why: null,
    }
    await server().db.query(
      `insert into server_values (name, value) values ('office-backup', $1)
       on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(running)],
    )
    expect((await ask('backupCreate', { body: {} })).code).toBe('busy')
    server().clock.advance(60_000)
    expect(((await ask('backups')).data as Backups).work?.state).toBe('cut')
    expect((await ask('backupCreate', { body: {} })).status).toBe(200)
    expect(((await ask('backups')).data as Backups).work?.state).toBe('done')
  })

  test('notes a backup that failed, and is free for the next', async () => {
    const { ask } = await signedInAt(await withMachine({ leavesRoom: async () => false }))
    await ask('backupCreate', { body: {} })
    const { work, backups, last_at } = (await ask('backups')).data as Backups
    expect(work).toMatchObject({ state: 'failed', why: expect.stringContaining('Make room') })
    expect([backups, last_at]).toEqual([[], null])
    expect((await trailOf(server())).join('\n')).toMatch(/backup create .*office-.* \(failed\)/)
  })

  test('says whether an e-mail was sent, kept or refused', async () => {
    const sent: string[] = []
    const results = []
    for (const sendNow of [
      null,
      async ({ to }: { readonly to: string }) => void sent.push(to),
      () => Promise.reject(new Error('535 wrong login')),
    ]) {
      const { ask } = await signedInAt(await withMachine({ sendNow }))
      results.push((await ask('mailTest', { body: {} })).data)
    }
    const to = 'admin@transect.example'
    expect(results).toEqual([
      { kind: 'kept', to, why: null },
      { kind: 'sent', to, why: null },
      { kind: 'failed', to, why: '535 wrong login' },
    ])
    expect(sent).toEqual([to])
  })

  test('shows the trail in pages, and finds a text in it', async () => {
    const { ask } = await signedInAt(server())
    for (const group of ['north', 'south', '100%'])
      await adminOf(server, { who: 'ines' })('group', 'add', group, 'asha@transect.example')
    const read = async (query: string) =>
      (await ask('trail', { query })).data as { entries: { command: string }[]; total: number }
    expect((await read('?text=NORTH')).entries.map(({ command }) => command)).toEqual([
      'group add north asha@transect.example',
    ])
    expect((await read('?text=%25')).total).toBe(1)
    const { entries, total } = await read('?limit=2&page=2')
    expect([entries.length, total]).toEqual([2, 4])
  })
})
