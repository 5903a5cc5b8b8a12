import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswords } from '../../server/auth/passwords.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'

/* The files that an import of people reads and writes. */

describeServer('an import of people', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  const at = (name: string) => join(directory.path, name)
  beforeEach(async () => {
    directory = await temporaryDirectory()
  })
  afterEach(() => directory.remove())

  const admin = adminOf(server)
  const line = () => ['user', 'import', at('people.csv'), '--out', at('a.csv')]

  test('has written the card of each person who exists, because it may be killed', async () => {
    await writeFile(at('people.csv'), 'email\na@ngo.example\nb@ngo.example\nc@ngo.example\n')
    const cheap = createPasswords({ ln: 4, r: 1, p: 1 })
    let cards = ''
    const slow = adminOf(server, {
      publicUrl: 'https://survey.example',
      passwords: {
        ...cheap,
        hash: async password => {
          cards = await readFile(at('c.html'), 'utf8')
          return cheap.hash(password)
        },
      },
    })
    await slow(...line(), '--cards', at('c.html'))
    // The third person's password is hashed when the first two exist.
    expect(cards.match(/<section>/g)).toHaveLength(2)
  })

  test('names those whose passwords a full disk refused, and leaves no half of one', async context => {
    await mkdir(at('disk'))
    if (!mountDisk(at('disk'), '4k')) return context.skip()
    try {
      const long = 'x'.repeat(3900)
      const people = [
        'first@ngo.example,A',
        `second@ngo.example,${long}`,
        `third@ngo.example,${long}`,
        'fourth@ngo.example,B',
      ]
      await writeFile(at('people.csv'), ['email,last_name', ...people, ''].join('\n'))
      const imported = admin('user', 'import', at('people.csv'), '--out', at('disk/a.csv'))
      await expect(imported).rejects.toThrow(
        /3 people are complete.* third@ngo\.example .*"user reset"/s,
      )
      await expect(imported).rejects.not.toThrow('first@ngo.example')
      const written = csvRows(await readFile(at('disk/a.csv'), 'utf8'))
      expect(written.map(([email]) => email)).toEqual([
        'email',
        'first@ngo.example',
        'second@ngo.example',
        'fourth@ngo.example',
      ])
      expect((await admin('trail')).at(-1)).toMatch(/user import .*\(failed\)$/)
    } finally {
      unmountDisk(at('disk'))
    }
  })

  test('reads the columns and cells as spreadsheets write them', async () => {
    await writeFile(at('people.csv'), '"Email ";"Group";;\r\n"d@ngo.example ";"north ";;\r\n')
    await admin(...line())
    expect(await admin('group', 'list')).toEqual(['north  d@ngo.example'])
  })

  test('refuses a cell that is in no column, because a comma has moved those after it', async () => {
    const before = await admin('user', 'list')
    await writeFile(at('people.csv'), 'email,last_name,phone\ne@ngo.example,Silva, Jr,555\n')
    await expect(admin(...line())).rejects.toThrow('line 2: "555" is in no column')
    await writeFile(at('people.csv'), 'email,email\ne@ngo.example,f@ngo.example\n')
    await expect(admin(...line())).rejects.toThrow('The column email appears twice')
    expect(await admin('user', 'list')).toEqual(before)
  })
})
