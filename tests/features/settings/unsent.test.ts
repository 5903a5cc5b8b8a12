import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileCount } from '../../../collections/queries.ts'
import { logOut } from '../../../src/features/settings/log-out.ts'
import { logoutMark } from '../../../src/session/logout-mark.ts'
import { createDisk, fillIn, openDevice, submit, type Device } from '../../device.ts'
import { countDrafts, dropDraft } from '../../drafts.ts'
import { recoveryEntry } from '../../fixtures/recovery-entry.ts'
import { addEntry, entryIn, deleteRecoveryEntry } from '../../recovery.ts'

/** What happens to unsent work when the surveyor deletes it or logs out. */

let device: Device
beforeEach(async () => {
  const fetch = () => Promise.reject(new TypeError('no server here'))
  device = await openDevice({ fetch, origin: 'http://none.example' }, createDisk(), 't')
  device.env.cut()
})
afterEach(() => device.crash())

const photo = { fieldId: 'p', name: 'door.jpg', bytes: new Uint8Array([1, 2, 3, 4, 5]) }

test('deleting a Recovery entry deletes its files, but none that is needed elsewhere', async () => {
  const { id } = await submit(device, 'f', { a: 'unsent' }, [photo])
  const shown = `${id}-0`
  const { draft } = await fillIn(device, 'f', {}, [photo])
  const drafted = `${draft.id}-0`
  device.env.clock.advance(1000)
  const { draft: gone } = await fillIn(device, 'f', {}, [photo])
  await dropDraft(device.db, gone.id)
  const alone = `${gone.id}-0`
  await addEntry(device.db, recoveryEntry('e', { file_ids: [shown, drafted, alone] }))
  await deleteRecoveryEntry(device.db, 'e', 0)
  expect(await entryIn(device.db, 'e')).toBeNull()
  expect(await device.db.file_uploads.findOne(alone).exec()).toBeNull()
  expect(await device.db.file_uploads.findOne(shown).exec()).not.toBeNull()
  expect(await device.db.file_uploads.findOne(drafted).exec()).not.toBeNull()
  await deleteRecoveryEntry(device.db, 'e', 0)
})

test('drafts and files are counted in the index', async () => {
  const { db } = device
  await fillIn(device, 'f', { a: '1' }, [photo, photo])
  expect(await countDrafts(db)).toBe(1)
  expect(await fileCount.count(db.file_uploads).exec()).toBe(2)
})

const keyValue = (entries: Record<string, string>) => {
  const map = new Map(Object.entries(entries))
  return {
    map,
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
    keys: () => [...map.keys()],
  }
}

test('a logout leaves nothing but the splash flag, whatever the server and the disk answer', async () => {
  const log: string[] = []
  const note = (what: string) => () => {
    log.push(what)
    return Promise.resolve()
  }
  const local = keyValue({ authData: 'ENC_', rememberMeData: 'ENC_', server_url: 'x' })
  const tab = keyValue({ splash_shown_this_session: '1', pwa_session_active: '1' })
  await logOut(
    {
      env: {
        local,
        tab,
        liveness: {
          hold: (name: string) => note(`hold ${name}`)().then(() => () => void log.push('release')),
        },
        sessionMirror: { clear: note('clear') },
        forgetDeviceKey: note('forget'),
        address: { replace: (to: string, state: unknown) => log.push(`${to} ${state}`) },
        page: { reload: note('reload') },
      },
      api: { logout: () => note('tell')().then(() => ({ ok: false })) },
      vault: { remove: (name: string) => log.push(`remove ${name}`) },
    } as never,
    {
      disconnect: () => void log.push('disconnect'),
      wipe: () => note('wipe')().then(() => Promise.reject(new Error('blocked'))),
    },
  )
  expect(log).toEqual([
    `hold ${logoutMark}`,
    'disconnect',
    'tell',
    'remove authData',
    'clear',
    'wipe',
    'forget',
    '/login null',
    'release',
    'reload',
  ])
  expect(local.map.size).toBe(0)
  expect([...tab.map.keys()]).toEqual(['splash_shown_this_session'])
})
