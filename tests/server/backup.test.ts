import { appendFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runAdmin } from './admin-line.ts'
import { filePath, tablePath } from '../../server/backup/manifest.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { Db } from '../../server/db/db.ts'
import { keepEpoch } from '../../server/db/server-values.ts'
import { sha256Of, type BlobStore } from '../../server/files/blobs.ts'
import { createDiskBlobs } from '../../server/files/blobs-disk.ts'
import { sweepFreed } from '../../server/files/sweep.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer, engines } from './engines.ts'
import type { TestServer } from './make-server.ts'
import { serverOn } from './server-on.ts'
import { asker, linksOf, newSubmission, pngBytes, rowOf, signIn, uploadForm } from './surveyor.ts'

const passwords = createPasswords({ ln: 4, r: 1, p: 1 })

describeServer('a backup', server => {
  const admin = (on: Pick<TestServer, 'db' | 'blobs' | 'clock'>, ...line: string[]) =>
    runAdmin({ db: on.db, blobs: on.blobs, clock: on.clock, passwords }, line)

  test.each(engines)(
    'is verified, and restored into an empty database ($name)',
    async engine => {
      const directory = await temporaryDirectory()
      const path = join(directory.path, 'backup')
      const token = await server().login()
      const ask = asker(server(), token)
      const body = newSubmission({
        answers: [{ form_field_id: 'f', value: 'two\nlines\u2028"x" é' }],
      })
      const { id } = rowOf(await ask('submissionCreate', { body }))
      const form = uploadForm('photo', [new File([pngBytes(1)], 'a.png')])
      await ask('filesUpload', { id, form })
      const rows = (await ask('submissions')).data
      const changes = (await ask('submissions', { query: '?since=' })).body['meta'] as {
        readonly next: string
      }
      expect((await admin(server(), 'backup', 'create', path)).join(' ')).toContain('verified')
      await expect(admin(server(), 'backup', 'create', path)).rejects.toThrow('exists already')
      await expect(admin(server(), 'backup', 'restore', path)).rejects.toThrow('not empty')

      const db = await engine.open()
      await migrate(db)
      const target = { db, blobs: createMemoryBlobs(), clock: server().clock }
      await admin(target, 'backup', 'restore', path)
      const restored = await serverOn(server(), db, target.blobs)
      const again = asker(restored, token)
      expect((await again('submissions')).data).toEqual(rows)
      const [link = ''] = linksOf(rowOf(await again('submission', { id })), 'photo')
      const bytes = new Uint8Array(await (await restored.fetch(link)).arrayBuffer())
      expect(bytes).toEqual(pngBytes(1))
      // Devices with a newer cursor must start over, and send again by key what was lost.
      const since = `?since=${encodeURIComponent(changes.next)}`
      const answered = await again('submissions', { query: since })
      expect(answered.body['meta']).toMatchObject({ restarted: true })
      expect((await again('submissionCreate', { body: newSubmission() })).status).toBe(201)
      await db.close()
      await directory.remove()
    },
    60_000,
  )

  test.each(engines)(
    'is restored while a server runs on the empty database, which then has the recovery keys of the backup ($name)',
    async engine => {
      const directory = await temporaryDirectory()
      const path = join(directory.path, 'backup')
      const token = await server().login()
      const before = await asker(server(), token)('recoveryKey')
      await admin(server(), 'backup', 'create', path)
      const db = await engine.open()
      const running = await serverOn(server(), db)
      await admin(running, 'backup', 'restore', path)
      const after = await asker(running, token)('recoveryKey')
      expect(after.status).toBe(200)
      expect(after.data).toEqual(before.data)
      await db.close()
      await directory.remove()
    },
  )

  test('has all rows of a table with more than one batch, small and large ones', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'backup')
    const { query } = server().db
    const add = (count: number, command: string) =>
      query(
        `insert into admin_trail (id, at, who, command)
         select gen_random_uuid(), now(), 'test', $2 from generate_series(1, $1::integer)`,
        [count, command],
      )
    await add(1203, 'a small row')
    await add(3, 'large '.repeat(4000))
    await admin(server(), 'backup', 'create', path)
    const db = await engines[0]?.open()
    if (db === undefined) throw new Error('There is no engine')
    await migrate(db)
    const target = { db, blobs: createMemoryBlobs(), clock: server().clock }
    await admin(target, 'backup', 'restore', path)
    const counts = await db.query<{ count: string }>(
      `select count(*) from admin_trail where who = 'test' group by length(command) order by 1`,
    )
    expect(counts.map(({ count }) => Number(count))).toEqual([3, 1203])
    await db.close()
    await directory.remove()
  })

  test('is made once when two administrators make it at the same time', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'backup')
    const make = () => admin(server(), 'backup', 'create', path).catch(String)
    const both = (await Promise.all([make(), make()])).map(String).sort()
    expect(both[0]).toContain('verified')
    expect(both[1]).toMatch(/^Error: \S+ exists already\.$/)
    expect(await readdir(directory.path)).toEqual(['backup'])
    await directory.remove()
  })

  test('is not restored when damaged, and the error names the place', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'backup')
    await expect(admin(server(), 'backup', 'check', path)).rejects.toThrow('contains no backup')
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    const form = uploadForm('photo', [new File([pngBytes(1)], 'a.png')])
    await ask('filesUpload', { id, form })
    await admin(server(), 'backup', 'create', path)
    await admin(server(), 'backup', 'check', path)
    await writeFile(filePath(path, sha256Of(pngBytes(1))), 'something else')
    await expect(admin(server(), 'backup', 'check', path)).rejects.toThrow('missing or damaged')
    await writeFile(filePath(path, sha256Of(pngBytes(1))), pngBytes(1))
    await admin(server(), 'backup', 'check', path)
    await appendFile(tablePath(path, 'submissions'), '{}\n')
    await expect(admin(server(), 'backup', 'check', path)).rejects.toThrow('submissions.jsonl')
    await directory.remove()
  })

  const sendPhoto = async (mark: number): Promise<string> => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    const form = uploadForm('photo', [new File([pngBytes(mark)], 'a.png')])
    await ask('filesUpload', { id, form })
    return id
  }

  test.each(engines)(
    'is not restored over what another administrator added while its files were copied ($name)',
    async engine => {
      const directory = await temporaryDirectory()
      const path = join(directory.path, 'backup')
      await sendPhoto(76)
      await admin(server(), 'backup', 'create', path)
      const db = await engine.open()
      await migrate(db)
      const store = createMemoryBlobs()
      const other = { db, blobs: store, clock: server().clock }
      const blobs: BlobStore = {
        ...store,
        adopt: async spooled => {
          await admin(other, 'user', 'add', 'ines@transect.example').catch(() => undefined)
          return store.adopt(spooled)
        },
      }
      const restoring = admin({ ...other, blobs }, 'backup', 'restore', path)
      await expect(restoring).rejects.toThrow('not empty')
      expect((await admin(other, 'user', 'list')).join()).toContain('ines@transect.example')
      await db.close()
      await directory.remove()
    },
  )

  test('is invalid without a file that a row names, unless the administrator leaves it out', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'backup')
    await sendPhoto(77)
    await sendPhoto(78)
    const [missing, damaged] = [sha256Of(pngBytes(77)), sha256Of(pngBytes(78))]
    await server().blobs.remove(missing)
    const other = await server().blobs.put(pngBytes(79))
    const blobs: BlobStore = {
      ...server().blobs,
      read: async sha256 => server().blobs.read(sha256 === damaged ? other : sha256),
    }
    const on = { ...server(), blobs }
    await expect(admin(on, 'backup', 'create', path)).rejects.toThrow('or damaged: 2, the')
    expect(await readdir(directory.path)).toEqual([])
    const lines = await admin(on, 'backup', 'create', path, '--leave-out-missing')
    expect(lines[0]).toContain('verified')
    expect(lines.slice(1).join()).toContain(missing)
    expect(lines.slice(1).join()).toContain(damaged)
    expect((await admin(on, 'backup', 'check', path)).join()).toContain('as they were written')
    await directory.remove()
  })

  test('ends before it takes the last room of a database on its disk, and leaves nothing', async () => {
    const directory = await temporaryDirectory()
    await sendPhoto(82)
    for (const writes of [0, 1, 12]) {
      let left = writes
      const leavesRoom = async () => (left -= 1) >= 0
      const line = ['backup', 'create', join(directory.path, 'backup')]
      const made = runAdmin({ ...server(), passwords, leavesRoom }, line)
      await expect(made).rejects.toThrow('Nothing was made')
      expect(await readdir(directory.path)).toEqual([])
    }
    await directory.remove()
  })

  test('may take hours, while submissions with files are deleted', async () => {
    const directory = await temporaryDirectory()
    const ask = await signIn(server())
    const ids = [await sendPhoto(80), await sendPhoto(81)]
    const { blobs } = server()
    const read = vi.spyOn(blobs, 'read').mockImplementationOnce(async sha256 => {
      for (const id of ids) await ask('submissionDelete', { id })
      server().clock.advance(2 * 3_600_000)
      await sweepFreed(server())
      return blobs.read(sha256)
    })
    const path = join(directory.path, 'backup')
    const [line = ''] = await admin(server(), 'backup', 'create', path)
    read.mockRestore()
    expect(line).toContain('verified')
    const files = await readdir(join(path, 'files'), { recursive: true })
    expect(files).not.toContain(`${sha256Of(pngBytes(80)).slice(0, 2)}/${sha256Of(pngBytes(80))}`)
    await directory.remove()
  })

  test('is restored over a damaged file of the store, and with a new epoch even if it is cut', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'backup')
    await sendPhoto(82)
    const sha256 = sha256Of(pngBytes(82))
    await admin(server(), 'backup', 'create', path)
    const blobs = createDiskBlobs(join(directory.path, 'files'))
    await blobs.put(pngBytes(82))
    const damaged = join(directory.path, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    await writeFile(damaged, '')
    const db = await engines[0]?.open()
    if (db === undefined) throw new Error('There is no engine')
    await migrate(db)
    let commits = 0
    const cut: Db = {
      ...db,
      query: (text, params) =>
        commits > 0 ? Promise.reject(new Error('cut')) : db.query(text, params),
      tx: async (work, options) => {
        const value = await db.tx(work, options)
        const [found] = await db
          .query<{ count: string }>('select count(*) from submissions')
          .catch(() => [])
        if (Number(found?.count ?? 0) > 0) commits += 1
        return value
      },
    }
    await expect(
      admin({ db: cut, blobs, clock: server().clock }, 'backup', 'restore', path),
    ).rejects.toThrow('cut')
    expect(await keepEpoch(db)).not.toBe(await keepEpoch(server().db))
    expect(await blobs.get(sha256)).toEqual(pngBytes(82))
    await db.close()
    await directory.remove()
  })
})
