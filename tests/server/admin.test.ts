import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AdminProblem, parseArguments, type AdminContext } from '../../server/admin/command.ts'
import { runAdmin } from '../../server/admin/run.ts'
import { emptyTables } from '../../server/demo/seed.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import type { TestServer } from './make-server.ts'
import { asker, newSubmission, signIn } from './surveyor.ts'

const contextOf = (server: TestServer): AdminContext => ({
  db: server.db,
  blobs: server.blobs,
  clock: server.clock,
  passwords: createPasswords({ ln: 4, r: 1, p: 1 }),
})

const passwordIn = (lines: readonly string[]) =>
  /: ([a-z0-9]{12})$/.exec(lines.find(line => line.startsWith('Temporary')) ?? '')?.[1] ?? ''

describeServer('the administrator', server => {
  const admin = (...line: string[]) => runAdmin(contextOf(server()), line)

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
    expect(lines[0]).toBe('new: "New", 1 fields, published.')
    expect(lines[1]).toContain('1 entries')

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

  test('is told the commands when one is not understood', () => {
    expect(() => admin('user', 'explode')).toThrow('Usage')
  })
})

test('a command line is read into words and options', () => {
  expect(parseArguments(['a', '--name', 'b c', '--all', '--x', 'y', 'z'])).toEqual({
    words: ['a', 'z'],
    options: { name: 'b c', all: 'true', x: 'y' },
  })
})
