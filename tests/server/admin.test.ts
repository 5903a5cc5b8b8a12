import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AdminProblem, parseArguments } from '../../server/admin/command.ts'
import { sha256Of } from '../../server/files/blobs.ts'
import { emptyTables } from '../../server/demo/seed.ts'
import { adminContext, runAdmin } from './admin-line.ts'
import { csvRows } from './csv-rows.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { asker, newSubmission, pngBytes, signIn } from './surveyor.ts'

const passwordIn = (lines: readonly string[]) =>
  /: ([a-z0-9]{12})$/.exec(lines.find(line => line.startsWith('Temporary')) ?? '')?.[1] ?? ''

describeServer('the administrator', server => {
  const admin = (...line: string[]) => {
    server().clock.advance(1)
    return runAdmin(adminContext(server()), line)
  }

  test('adds a surveyor, who chooses a password at the first login', async () => {
    const lines = await admin('user', 'add', 'Ida@NGO.example', '--first-name', 'Ida')
    const token = await server().login('ida@ngo.example', passwordIn(lines))
    const account = (await asker(server(), token)('account')).data
    expect(account).toMatchObject({
      first_name: 'Ida',
      is_first_login: true,
      is_active: true,
      organization_name: 'Terra Verde Relief',
    })
    await expect(admin('user', 'add', 'ida@ngo.example')).rejects.toThrow('already')
    await expect(admin('user', 'add', 'ida')).rejects.toThrow(AdminProblem)
  })

  test('deactivates, activates and resets', async () => {
    const email = 'asha@transect.example'
    const ask = await signIn(server())
    const isActive = async () => ((await ask('account')).data as { is_active: boolean }).is_active
    await admin('user', 'deactivate', email)
    expect(await isActive()).toBe(false)
    await admin('user', 'activate', email)
    expect(await isActive()).toBe(true)
    const lines = await admin('user', 'reset', email)
    expect((await ask('account')).status).toBe(401)
    expect(await server().login(email, passwordIn(lines))).toMatch(/\S/)
    await expect(admin('user', 'reset', 'nobody@ngo.example')).rejects.toThrow('no user')
    expect(await admin('user', 'list')).toContainEqual(expect.stringContaining('first login'))
  })

  test('publishes a form from a file, assigns, unpublishes and removes it', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'form.json')
    const questions = [{ id: 'q1', label: 'One', type: 'text' }, { label: 'no id' }]
    await writeFile(path, JSON.stringify([{ id: 'new', name: 'New', questions }]))
    const lines = await admin('form', 'publish', path)
    expect(lines[0]).toBe('new: "New", 1 field, published.')
    expect(lines[1]).toContain('1 entry without')

    const ask = await signIn(server())
    const send = async () =>
      (await ask('submissionCreate', { body: newSubmission({ form_id: 'new' }) })).message
    expect(await send()).toContain('no longer assigned')
    await admin('form', 'assign', 'new', 'asha@transect.example')
    expect(await send()).toBe('Submission saved')
    await admin('form', 'unpublish', 'new')
    expect(await send()).toContain('draft')
    await admin('form', 'remove', 'new')
    expect(await send()).toContain('deleted')
    await admin('form', 'import', path)
    expect(await send()).toBe('Submission saved')
    await admin('form', 'assign', 'new', '--all')
    const shown = (await admin('form', 'list')).find(line => line.startsWith('new '))
    expect(shown).toBe('new  "New"  (published, 3 users)')

    const slow = { regex: [{ var: 'q1' }, '(a+)+b'] }
    const question = { id: 'q1', label: 'One', type: 'text', valid_if: slow }
    await writeFile(path, JSON.stringify({ id: 'slow', name: 'Slow', questions: [question] }))
    await expect(admin('form', 'publish', path)).rejects.toThrow('(a+)+b can take forever')
    await writeFile(path, '{"title":"no id"}')
    await expect(admin('form', 'publish', path)).rejects.toThrow('no id')
    await expect(admin('form', 'publish', '/no/such/file')).rejects.toThrow(AdminProblem)
    await expect(admin('form', 'remove', 'no-such')).rejects.toThrow('no form no-such')
    await directory.remove()
  })

  test('names the organization', async () => {
    await admin('organization', 'set', 'Lantern Aid')
    const account = (await (await signIn(server()))('account')).data
    expect(account).toMatchObject({ organization_name: 'Lantern Aid' })
  })

  test('seeds the demo into an empty database only', async () => {
    await expect(admin('demo', 'seed')).rejects.toThrow('empty')
    await emptyTables(server().db)
    expect(await admin('demo', 'seed')).toContain('asha@transect.example')
  })

  test('shows the commands when one is not understood', async () => {
    await expect(admin('user', 'explode')).rejects.toThrow(/"user explode"[^]*Usage/)
    await expect(admin('help')).rejects.toThrow(/^Usage/)
    for (const line of [
      ['user', 'toString'],
      ['constructor', 'name'],
      ['__proto__', 'toString'],
    ])
      await expect(admin(...line)).rejects.toThrow(/There is no command/)
  })

  test('refuses an empty name and a short password, such as those of a variable that is not set', async () => {
    const email = 'asha@transect.example'
    await expect(admin('group', 'add', ' ', email)).rejects.toThrow('name of a group: an empty')
    await expect(admin('organization', 'set', '')).rejects.toThrow('organization: an empty')
    for (const line of [
      ['add', 'new@ngo.example'],
      ['reset', email],
    ])
      await expect(admin('user', ...line, '--password', '')).rejects.toThrow('8 characters')
    await server().login()
    expect(await admin('group', 'list')).toEqual([])
    expect((await admin('user', 'list')).join()).not.toContain('new@')
  })

  test('refuses to choose between two things that a line asks for', async () => {
    const email = 'inactive@transect.example'
    await admin('group', 'add', 'north', email)
    for (const more of [
      [email, '--all'],
      [email, '--group', 'north'],
      ['--all', '--group', 'north'],
    ]) {
      for (const verb of ['assign', 'unassign'])
        await expect(admin('form', verb, 'household-profile', ...more)).rejects.toThrow(
          'Please give',
        )
    }
    await expect(admin('status', '--json', '--metrics')).rejects.toThrow('not both')
  })

  test('reports an unknown option before anything is done', async () => {
    for (const line of [
      ['form', 'publish', 'form.json', '--darft'],
      ['user', 'list', '--all'],
      ['user', 'reset', 'asha@transect.example', 'ravi@transect.example'],
      ['user', 'add', 'ida@ngo.example', '--first-name'],
    ]) {
      await expect(admin(...line)).rejects.toThrow(AdminProblem)
    }
    expect((await admin('user', 'list')).join(' ')).not.toContain('ida@')
  })

  test('imports people from a CSV, each with a password, and repeats an interrupted import', async () => {
    const directory = await temporaryDirectory()
    const [path, out] = [join(directory.path, 'people.csv'), join(directory.path, 'out.csv')]
    const head = 'email;first_name;last_name;region\r\n'
    await writeFile(
      path,
      `${head}Ida@ngo.example;"Ida ""the"" elder";Rao;Kutch\r\nravi@ngo.example;;;\r\n`,
    )
    const cards = join(directory.path, 'cards.html')
    await expect(admin('user', 'import', path, '--out', out, '--cards', cards)).rejects.toThrow(
      'PUBLIC_URL',
    )
    const forms = ['household-profile', 'school-facility-check', 'water-point-inspection']
    const lines = await admin('user', 'import', path, '--out', out, '--assign', forms.join(', '))
    expect(lines).toEqual([expect.stringContaining('2 people added')])
    const rows = csvRows(await readFile(out, 'utf8'))
    expect(rows.map(([email, name]) => [email, name])).toEqual([
      ['email', 'name'],
      ['ida@ngo.example', 'Ida "the" elder Rao'],
      ['ravi@ngo.example', 'ravi'],
    ])
    for (const [email, , password] of rows.slice(1)) {
      const { data } = await asker(server(), await server().login(email, password))('forms')
      expect((data as readonly { id: string }[]).map(({ id }) => id).sort()).toEqual(forms)
    }
    const again = await admin('user', 'import', path, '--out', join(directory.path, 'b.csv'))
    expect(again.join(' ')).toContain('2 already existed')
    await writeFile(path, 'email,name\nx@y.z,A\n')
    await expect(admin('user', 'import', path, '--out', out)).rejects.toThrow('no column name')
    await writeFile(path, 'email\nx@y.z\nnobody\nx@y.z\n')
    await expect(admin('user', 'import', path, '--out', out)).rejects.toThrow(/line 3.*\n.*line 4/)
    await directory.remove()
  })

  test('unassigns a form, ends sessions, erases a person and lists it in the trail', async () => {
    const email = 'asha@transect.example'
    const ask = await signIn(server())
    const count = async () => ((await ask('forms')).data as readonly unknown[]).length
    const before = await count()
    await admin('form', 'unassign', 'household-profile', email)
    expect(await count()).toBe(before - 1)
    await expect(admin('form', 'unassign', 'household-profile', email)).rejects.toThrow(
      'not assigned',
    )
    await admin('form', 'unassign', 'household-profile', '--all')
    await admin('user', 'end-sessions', email)
    expect((await ask('account')).status).toBe(401)
    await expect(admin('user', 'erase', email)).rejects.toThrow('--yes')
    const lines = await admin('user', 'erase', email, '--yes')
    expect(lines.join(' ')).toContain('submissions')
    await expect(server().login(email)).rejects.toThrow('No login')
    const left = await server().db.query(
      `select 1 from submissions s left join users u on u.id = s.user_id where u.id is null
       union all select 1 from submission_answers union all select 1 from submission_files`,
    )
    expect(left).toEqual([])
    const trail = await admin('trail')
    expect(trail.map(line => line.split('  ').at(-1))).toEqual([
      `form unassign household-profile ${email}`,
      'form unassign household-profile --all',
      `user end-sessions ${email}`,
      `user erase ${email} --yes`,
    ])
  })

  test("shows the state of every surveyor's work", async () => {
    const ask = await signIn(server())
    await ask('submissionCreate', { body: newSubmission() })
    const device = 'version=1.0.8; waiting=3; oldest=2026-11-18T08:00:00.000Z; free=120000000'
    await ask('account', { headers: { 'Transect-Device': device } })
    await ask('account', { headers: { 'X-Other': 'says nothing' } })
    const lines = await admin('status')
    const asha = lines.find(line => line.startsWith('asha@'))
    expect(asha).toMatch(
      /1 today, 3 waiting, oldest from 2026-11-18T08:00:00.000Z, version 1.0.8, 120 MB left$/,
    )
    expect(lines.find(line => line.startsWith('first@'))).toContain('SILENT')
    expect(lines.at(-1)).toMatch(/^(\d+) expected: \d+ stored, 3 waiting on devices\.$/)
    const json = JSON.parse((await admin('status', '--json')).join('\n')) as { waiting: number }
    expect(json.waiting).toBe(3)
    expect(await admin('status', '--metrics')).toContain('transect_submissions_waiting 3')
    // Only parsed values of a device's report are stored.
    for (const odd of [
      'version=<b>; waiting=-1',
      'waiting=9e9; oldest=never',
      '; ; =',
      'x'.repeat(5000),
    ]) {
      expect((await ask('account', { headers: { 'Transect-Device': odd } })).status).toBe(200)
    }
    expect((await admin('status')).find(line => line.startsWith('asha@'))).toContain(
      'waiting unknown',
    )
  })

  test('sweeps bytes that no row names and that are a day old, an hour after it found them', async () => {
    const { blobs, clock } = server()
    await admin('files', 'sweep')
    const lost = await blobs.put(new Uint8Array([1, 2, 3]))
    const [logo] = await server().db.query<{ logo_sha256: string }>(
      'select logo_sha256 from organizations',
    )
    expect((await admin('files', 'sweep')).join(' ')).toContain('; 1 file that no row refers to')
    expect(await blobs.has(lost)).toBe(true)
    clock.advance(3_600_000)
    expect((await admin('files', 'sweep')).join(' ')).toContain('; 0 files that no row refers to')
    expect(await blobs.has(lost)).toBe(false)
    expect(await blobs.has(logo?.logo_sha256 ?? '')).toBe(true)
  })

  test('deletes a logo an hour after another one has taken its place, and not one that came back', async () => {
    const { blobs, clock } = server()
    const { path, remove } = await temporaryDirectory()
    const logos = [pngBytes(1), pngBytes(2)].map(sha256Of)
    const set = async (mark: number) => {
      await writeFile(join(path, 'logo.png'), pngBytes(mark))
      await admin('organization', 'set', 'Lantern Aid', '--logo', join(path, 'logo.png'))
    }
    const kept = async () => {
      clock.advance(3_600_000)
      await admin('files', 'sweep')
      return Promise.all(logos.map(sha256 => blobs.has(sha256)))
    }
    for (const mark of [1, 2]) await set(mark)
    expect(await kept()).toEqual([false, true])
    for (const mark of [1, 2, 1]) await set(mark)
    expect(await kept()).toEqual([true, false])
    await remove()
  })
})

test('a command line is parsed into words and options', () => {
  const accepts = { words: 2, texts: ['name', 'x'], flags: ['all'] }
  expect(parseArguments(['a', '--name', 'b c', '--all', '--x', 'y', 'z'], accepts)).toEqual({
    words: ['a', 'z'],
    options: { name: 'b c', all: 'true', x: 'y' },
  })
  expect(() => parseArguments(['--x', 'y', '--x=z'], accepts)).toThrow('--x is given twice')
})
