import { execFileSync } from 'node:child_process'
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswords } from '../../server/auth/passwords.ts'
import { tablePath } from '../../server/backup/manifest.ts'
import { nameInArchive } from '../../server/export/formats/media.ts'
import type { ExportedRow } from '../../server/store/export.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm } from './surveyor.ts'
import { visitsForm } from './visits-form.ts'

/* What an operator does wrong, in a hurry or twice. */

describeServer('an operator', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  const at = (name: string) => join(directory.path, name)
  const admin = adminOf(server, { publicUrl: 'https://survey.example' })
  const emails = async () =>
    (await admin('user', 'list')).map(line => line.split('  ')[0]).filter(Boolean)
  beforeEach(async () => {
    directory = await temporaryDirectory()
  })
  afterEach(() => directory.remove())

  const people = (count: number) =>
    writeFile(
      at('people.csv'),
      `email\n${Array.from({ length: count }, (_, index) => `p${index}@ngo.example\n`).join('')}`,
    )

  test('who repeats an import of people keeps the passwords of the first', async () => {
    await people(1)
    const line = ['user', 'import', at('people.csv'), '--out', at('a.csv')]
    await admin(...line)
    const first = await readFile(at('a.csv'), 'utf8')
    expect(csvRows(first)[1]?.[2]).toMatch(/^[a-z2-9]{12}$/)
    await people(2)
    await expect(admin(...line)).rejects.toThrow('a.csv exists already')
    expect(await readFile(at('a.csv'), 'utf8')).toBe(first)
    expect(await emails()).not.toContain('p1@ngo.example')
  })

  test('whose spreadsheet writes no UTF-8 or no last line break adds all people or none', async () => {
    const line = ['user', 'import', at('people.csv'), '--out', at('a.csv')]
    await writeFile(at('people.csv'), 'email,first_name\nj@ngo.example,Jos\u00E9\n', 'latin1')
    await expect(admin(...line)).rejects.toThrow('UTF-8')
    expect(await emails()).not.toContain('j@ngo.example')
    await writeFile(at('people.csv'), 'email,group\nj@ngo.example,\nk@ngo.example,')
    await admin(...line)
    expect(await emails()).toEqual(expect.arrayContaining(['j@ngo.example', 'k@ngo.example']))
  })

  test('who names no form or no directory has added no people without a password', async () => {
    await people(2)
    const before = await emails()
    const line = ['user', 'import', at('people.csv'), '--out']
    await expect(admin(...line, at('a.csv'), '--assign', 'vists')).rejects.toThrow('no form vists')
    await expect(admin(...line, at('nowhere/a.csv'))).rejects.toThrow('cannot be written')
    const lost = ['--cards', at('nowhere/c.html')]
    await expect(admin(...line, at('a.csv'), ...lost)).rejects.toThrow('cannot be written')
    expect(await emails()).toEqual(before)
    await admin(...line, at('a.csv'), '--assign', 'household-profile')
    expect(await emails()).toContain('p1@ngo.example')
  })

  test('whose file has one form that cannot be published has published none of it', async () => {
    await writeFile(at('forms.json'), JSON.stringify([visitsForm, { id: 'empty' }]))
    await expect(admin('form', 'publish', at('forms.json'))).rejects.toThrow('empty has no fields')
    expect((await admin('form', 'list')).join()).not.toContain('visits')
  })

  test('whose import is interrupted has the password of everybody who was added', async () => {
    await people(6)
    let hashes = 0
    const cheap = createPasswords({ ln: 4, r: 1, p: 1 })
    const failing = adminOf(server, {
      passwords: {
        ...cheap,
        hash: async password => {
          hashes += 1
          if (hashes === 4) throw new Error('interrupted')
          return cheap.hash(password)
        },
      },
    })
    const before = await emails()
    await expect(failing('user', 'import', at('people.csv'), '--out', at('a.csv'))).rejects.toThrow(
      'interrupted',
    )
    const added = (await emails()).filter(email => !before.includes(email))
    const written = csvRows(await readFile(at('a.csv'), 'utf8')).slice(1)
    expect(written.map(([email]) => email)).toEqual(added)
    expect(added.length).toBe(3)
    expect((await admin('trail')).at(-1)).toMatch(/user import .* \(failed\)$/)
    for (const [email = '', , password = ''] of written) await server().login(email, password)
  })

  test('whose spreadsheet has a mark, formulas and an address twice gets text and an error', async () => {
    const head = '\uFEFF"email";first_name;group\r\n'
    await writeFile(at('people.csv'), `${head}a@ngo.example;=1+1;north\r\nA@ngo.example ;b;\r\n`)
    const line = ['user', 'import', at('people.csv'), '--out', at('a.csv'), '--cards', at('c.html')]
    await expect(admin(...line)).rejects.toThrow('line 3: a@ngo.example appears twice')
    await writeFile(at('people.csv'), `${head}a@ngo.example;"=<b>1</b>";north\r\n`)
    await admin(...line)
    expect((await readFile(at('a.csv'), 'utf8')).split('\r\n')[1]).toMatch(/^a@ngo.example,'=<b>1/)
    expect(await readFile(at('c.html'), 'utf8')).toContain('=&lt;b&gt;1')
  })

  test('and another one who back up to one directory at once get one whole backup', async () => {
    const backups = await Promise.allSettled(
      [1, 2].map(() => admin('backup', 'create', `${at('backup')}/`)),
    )
    expect(backups.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await admin('backup', 'check', at('backup'))
    expect(await readdir(directory.path)).toEqual(['backup'])
  })

  test('whose disk is full has no half backup, and the room again', async context => {
    await mkdir(at('disk'))
    if (!mountDisk(at('disk'), '128k')) return context.skip()
    try {
      const ask = await signIn(server())
      const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
      const form = uploadForm('photo', [new File([pngBytes(3, 500_000)], 'a.png')])
      await ask('filesUpload', { id, form })
      await expect(admin('backup', 'create', join(at('disk'), 'backup'))).rejects.toThrow(
        /backup cannot be written: ENOSPC/,
      )
      expect(await readdir(at('disk'))).toEqual([])
      expect((await ask('submissionCreate', { body: newSubmission() })).status).toBe(201)
    } finally {
      unmountDisk(at('disk'))
    }
  })

  test('whose data directory has no room is refused what writes, and can look, back up and lock out', async () => {
    const full = adminOf(server, { hasRoom: () => Promise.resolve(false) })
    await writeFile(at('visits.json'), JSON.stringify(visitsForm))
    const forms = await admin('form', 'list')
    for (const line of [
      ['form', 'publish', at('visits.json')],
      ['user', 'add', 'new@ngo.example'],
    ]) {
      await expect(full(...line)).rejects.toThrow('Less than 80 MB are free')
    }
    expect(await full('form', 'list')).toEqual(forms)
    expect(await full('user', 'deactivate', 'asha@transect.example')).not.toEqual([])
    await full('backup', 'create', at('backup'))
    await full('backup', 'check', at('backup'))
  })

  test('whose backup is cut gets an error from a restore, which changes nothing', async () => {
    await admin('backup', 'create', at('backup'))
    const path = tablePath(at('backup'), 'submissions')
    await truncate(path, (await stat(path)).size - 7)
    const before = await admin('form', 'list')
    await expect(admin('backup', 'restore', at('backup'))).rejects.toThrow('missing or damaged')
    expect(await admin('form', 'list')).toEqual(before)
  })

  test.runIf(process.platform === 'linux')(
    'who backs up to a folder that cannot be written gets an error at once',
    async () => {
      await expect(admin('backup', 'create', '/proc/transect/backup')).rejects.toThrow(
        '/proc/transect/backup cannot be written: ENOENT',
      )
      await admin('backup', 'create', at('new/folder/backup'))
      expect((await stat(at('new'))).mode & 0o777).toBe(0o700)
    },
  )

  test('who exports to a link gets the file that it leads to, and the link stays', async () => {
    await mkdir(at('share'))
    await writeFile(at('share/old.csv'), 'old')
    await symlink(at('share/old.csv'), at('newest.csv'))
    await admin('submissions', 'export', 'household-profile', '--out', at('newest.csv'))
    expect((await lstat(at('newest.csv'))).isSymbolicLink()).toBe(true)
    expect(await readFile(at('share/old.csv'), 'utf8')).toMatch(/^submission_id/)
    expect(await readdir(at('share'))).toEqual(['old.csv'])
  })

  test('and another one who export at once both get whole files', async () => {
    const ask = await signIn(server())
    await ask('submissionCreate', { body: newSubmission() })
    const line = ['submissions', 'export', 'household-profile', '--out', at('out.csv')]
    await admin(...line)
    const alone = await readFile(at('out.csv'), 'utf8')
    await Promise.all([admin(...line), admin(...line), admin(...line)])
    expect(await readFile(at('out.csv'), 'utf8')).toBe(alone)
    expect((await readdir(directory.path)).filter(name => name.endsWith('.part'))).toEqual([])
    await expect(admin(...line, '--media', at('out.csv'))).rejects.toThrow('different files')
  })

  test('who exports to a device or a pipe gets an error, and it stays what it is', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const line = ['submissions', 'export', 'household-profile', '--out']
    await expect(admin(...line, at('pipe'))).rejects.toThrow('pipe is not a file')
    expect((await stat(at('pipe'))).isFIFO()).toBe(true)
    expect(await readdir(directory.path)).toEqual(['pipe'])
  })

  test('whose form has a NUL publishes it without, because no database stores one', async () => {
    await writeFile(at('form.json'), JSON.stringify({ ...visitsForm, title: 'Vi\0sits \u{1F600}' }))
    await admin('form', 'publish', at('form.json'))
    expect((await admin('form', 'list')).join()).toContain('"Visits \u{1F600}"')
  })

  test('gets the tables of repeats whose names are too long for a file', async () => {
    const [, repeat] = visitsForm.sections
    const sections = ['a', 'b'].map(end => ({
      ...repeat,
      id: `${'\u0915'.repeat(90)}${end}`,
      repeat: {},
      fields: [{ id: end, label: end, type: 'TEXT' }],
    }))
    await writeFile(at('form.json'), JSON.stringify({ ...visitsForm, sections }))
    await admin('form', 'publish', at('form.json'))
    await admin('submissions', 'export', visitsForm.id, '--out', at('out.csv'))
    const short = `out.${'\u0915'.repeat(33)}`
    const names = [`${short}-2.csv`, `${short}.csv`, 'out.codebook.csv', 'out.csv']
    expect((await readdir(directory.path)).toSorted()).toEqual([...names, 'form.json'].toSorted())
  })

  test('whose export was killed has its half file removed by one of a day later', async () => {
    const cut = (name: string, end: number) =>
      `${name}.00000000-0000-4000-8000-00000000000${end}.part`
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000)
    const [old, running, other] = [cut('out.csv', 1), cut('out.csv', 2), cut('my-out.csv', 1)]
    for (const name of [old, running, other, 'out.csv.notes.part']) {
      await writeFile(at(name), 'half')
      if (name !== running) await utimes(at(name), longAgo, longAgo)
    }
    await admin('submissions', 'export', 'household-profile', '--out', at('out.csv'))
    const left = (await readdir(directory.path)).filter(name => name.endsWith('.part'))
    expect(left.toSorted()).toEqual([other, 'out.csv.notes.part', running].toSorted())
  })

  test('has a file for each table, whatever the repeats are called', async () => {
    const [, repeat] = visitsForm.sections
    const sections = ['code book', 'code-book', 'codebook'].map((id, index) => ({
      ...repeat,
      id,
      repeat: {},
      fields: [{ id: `f${index}`, label: id, type: 'TEXT' }],
    }))
    await writeFile(at('form.json'), JSON.stringify({ ...visitsForm, sections }))
    await admin('form', 'publish', at('form.json'))
    await admin('submissions', 'export', visitsForm.id, '--out', at('out.csv'))
    const heads = await Promise.all(
      ['code-book', 'code-book-2', 'codebook', 'codebook-2'].map(async name =>
        csvRows(await readFile(at(`out.${name}.csv`), 'utf8'))[0]?.at(-1),
      ),
    )
    expect(heads).toEqual(['f0', 'f1', 'f2', 'values'])
  })
})

test('a file in the archive has a name that every file system accepts', () => {
  const named = (form_field_id: string, name: string) =>
    nameInArchive({ id: 'id' } as ExportedRow, { form_field_id, name } as never, 0)
  expect(named('photo', 'a b.png')).toBe('id/1-photo-a b.png')
  expect(named('../../etc', 'passwd')).toBe('id/1--..-etc-passwd')
  const long = named('क'.repeat(200), `${'😀'.repeat(190)}.jpeg`)
  expect(Buffer.byteLength(long.split('/')[1] ?? '')).toBeLessThanOrEqual(255)
  expect(long).toMatch(/😀\.jpeg$/)
  expect(long.split('/')).toHaveLength(2)
})
