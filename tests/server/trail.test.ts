import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineForServer, readLine } from '../../server/admin/run.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPglite } from '../../server/db/pglite.ts'
import type { Db } from '../../server/db/db.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { canRemoveTrail } from '../../server/store/trail.ts'
import { runAdmin } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { emptyDatabase } from './empty-database.ts'
import { createMemoryBlobs } from './memory-blobs.ts'

/** The trail in a database whose user is no superuser, as the server's should be. */

/** A database of such a user, who owns its tables. */
const openAsOwner = async (): Promise<Db> => {
  const db = await openPglite(null, await emptyDatabase())
  await db.query('create role surveys')
  await db.query('grant all on schema public to surveys')
  await db.query('set role surveys')
  await migrate(db)
  return db
}

let db: Db
beforeAll(async () => {
  db = await openAsOwner()
})
afterAll(() => db.close())

let now = Date.UTC(2026, 10, 20)
const admin = async (on: Db, ...line: string[]) => {
  now += 60_000
  const passwords = createPasswords({ ln: 4, r: 1, p: 1 })
  const blobs = createMemoryBlobs()
  return runAdmin({ db: on, blobs, clock: () => now, passwords, who: 'ines' }, line)
}

test('an erased person is gone, and the commands about them stay in the trail, which no one can empty', async () => {
  await admin(db, 'user', 'add', 'asha@transect.example')
  await admin(db, 'user', 'erase', 'asha@transect.example', '--yes')
  expect(await admin(db, 'user', 'list')).toEqual([])
  for (const statement of [
    `delete from admin_trail`,
    `update admin_trail set command = 'nothing'`,
    `truncate admin_trail`,
  ])
    await expect(db.query(statement)).rejects.toThrow('permission denied')
  expect(await canRemoveTrail(db.query)).toBe(false)
  expect((await admin(db, 'trail')).map(line => line.split('  ').slice(1).join(' '))).toEqual([
    'ines user add asha@transect.example',
    'ines user erase asha@transect.example --yes',
  ])
})

test('the trail is exported as JSON Lines from a time on', async () => {
  const lines = await admin(db, 'trail', 'export')
  expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
    { at: '2026-11-20T00:01:00.000Z', who: 'ines', command: 'user add asha@transect.example' },
    { at: '2026-11-20T00:02:00.000Z', command: 'user erase asha@transect.example --yes' },
  ])
  const later = await admin(db, 'trail', 'export', '--since', '2026-11-20T00:02:00Z')
  // The first export is a command too.
  expect(later.map(line => (JSON.parse(line) as { command: string }).command)).toEqual([
    'user erase asha@transect.example --yes',
    'trail export',
  ])
  await expect(admin(db, 'trail', 'export', '--since', 'yesterday')).rejects.toThrow('--since must')
  expect(lineForServer(readLine(['trail', 'export'])).verb).toBe('export')
})

test('the trail is backed up and restored, and then only grows again', async () => {
  const directory = await temporaryDirectory()
  const path = join(directory.path, 'backup')
  await admin(db, 'backup', 'create', path)
  const before = await admin(db, 'trail', 'export', '--since', '2026-11-20')
  const other = await openAsOwner()
  await admin(other, 'backup', 'restore', path)
  const after = await admin(other, 'trail', 'export')
  // The backup does not contain the command that made it.
  expect(after.slice(0, -1)).toEqual(before.slice(0, after.length - 1))
  expect(after.at(-1)).toContain('backup restore')
  await expect(other.query('delete from admin_trail')).rejects.toThrow('permission denied')
  await other.close()
  await directory.remove()
})
