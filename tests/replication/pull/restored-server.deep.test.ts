import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { binned } from '../../binned.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../server/admin-line.ts'
import { createPasswords } from '../../../server/auth/passwords.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { createMemoryBlobs } from '../../server/memory-blobs.ts'
import { nameIn } from '../../../replication/rows/listed-files.ts'
import { unknownKinds } from '../../../replication/rows/field-kinds.ts'
import { rowAnswers } from '../../../replication/rows/row-answers.ts'
import { submitInterview } from '../../../replication/submit.ts'
import {
  createDisk,
  fillIn,
  openDevice,
  submissionOf,
  submit,
  interceptCalls,
  withoutChanges,
} from '../../device.ts'
import { identity, recipient } from '../../server/backup-keys.ts'
import { startBucket } from '../../server/bucket-server.ts'
import { temporaryDirectory } from '../../server/child-server.ts'
import { engines } from '../../server/engines.ts'
import { serverOn } from '../../server/server-on.ts'
import { shareTestServer } from '../../server/share-server.ts'

/** Our server is restored from an encrypted backup in a bucket, on each engine. The phones send what it has lost since, by key. */

const passwords = createPasswords({ ln: 4, r: 1, p: 1 })

const startServer = shareTestServer({ pastTotal: 3 })

/** A surveyor's phone on the server. Its fetch can be redirected to another server. */
const openPhone = async ([engine] = engines) => {
  if (engine === undefined) throw new Error('There is no engine')
  const server = await startServer()
  const directory = await temporaryDirectory()
  const at = (name: string) => join(directory.path, name)
  const bucket = await startBucket(server.clock)
  await writeFile(at('key.txt'), identity)
  const away = 's3://files/away'
  const more = { passwords, s3: bucket.account, dataDirectory: at('data') }
  let fetch = server.fetch
  const disk = createDisk()
  const token = await server.login()
  const open = () =>
    openDevice({ fetch: (input, init) => fetch(input, init), origin: server.origin }, disk, token)
  let device = await open()
  await device.sync.refresh.now('stats')
  const forms = await device.api.forms(1)
  const formId =
    (forms.ok ? forms.value.heads : []).find(({ status }) => status !== 'draft')?.id ?? ''
  const db = await engine.open()
  await migrate(db)
  const blobs = createMemoryBlobs()
  return {
    device,
    formId,
    restart: async () => {
      await device.crash()
      device = await open()
      return device
    },
    read: (address: string) => fetch(new URL(address, server.origin)),
    backUp: () =>
      runAdmin({ ...server, ...more }, [
        'backup',
        'create',
        '--to',
        away,
        '--recipient',
        recipient,
      ]),
    restore: async () => {
      const context = { ...more, db, blobs, clock: server.clock }
      for (const line of [
        ['fetch', away, at('got'), '--identity', at('key.txt')],
        ['check', at('got')],
        ['restore', at('got')],
      ]) {
        await runAdmin(context, ['backup', ...line])
      }
      fetch = (await serverOn(server, db, blobs)).fetch
    },
    rows: async () => {
      const listed = await device.api.submissions(1, 100)
      return listed.ok ? listed.value : []
    },
    close: async () => {
      await device.crash()
      await db.close()
      await bucket.close()
      await directory.remove()
    },
  }
}

const bytes = new Uint8Array([1, 2, 3])
const photo = { fieldId: 'photo', name: 'pump.txt', bytes }

test.each(engines)(
  'what a server restored to $name has lost is sent again, with its photo, and nothing twice',
  async engine => {
    const { device, formId, read, backUp, restore, rows, close } = await openPhone([engine])
    const counts: number[] = []
    device.sync.events$.subscribe(event => {
      if (event.type === 'resent') counts.push(event.count)
    })
    const before = await submit(device, formId, { q: 'before the backup' })
    await device.sync.refresh.now('submissions')
    await backUp()
    device.env.clock.advance(1000)
    const lost = await submit(device, formId, { q: 'after it' }, [photo])
    await device.sync.run({ all: true })
    await device.sync.refresh.now('submissions')
    expect(await submissionOf(device, lost.id)).toMatchObject({ syncStatus: 'synced' })

    await restore()
    await device.sync.refresh.now('submissions')
    expect(counts).toEqual([1])
    await device.sync.run({ all: true })
    await device.sync.refresh.now('submissions')
    const listed = await rows()
    expect(listed.filter(({ form_id }) => form_id === formId).length).toBeGreaterThanOrEqual(2)
    expect(listed.filter(({ tempId }) => tempId === lost.id)).toHaveLength(1)
    expect(listed.filter(({ tempId }) => tempId === before.id)).toHaveLength(1)
    const again = await submissionOf(device, lost.id)
    expect(again).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
    expect(again?.history.map(({ what }) => what)).toContain('resent')
    const [address = ''] = [again?.answers['photo'] ?? []].flat()
    expect(new Uint8Array(await (await read(address)).arrayBuffer())).toEqual(bytes)
    await close()
  },
)

test('what was sent after the last page of changes is lost in the restore, and sent again', async () => {
  const { device, formId, backUp, restore, rows, close } = await openPhone()
  await device.sync.refresh.now('submissions')
  await backUp()
  // No page of changes arrives between the answer to the interview and the restore.
  const letPass = interceptCalls(device, withoutChanges)
  const lost = await submit(device, formId, { q: 'after the page' })
  letPass()
  expect(await submissionOf(device, lost.id)).toMatchObject({ syncStatus: 'synced' })

  await restore()
  await device.sync.refresh.now('submissions')
  await device.sync.run({ all: true })
  expect((await rows()).filter(({ tempId }) => tempId === lost.id)).toHaveLength(1)
  await close()
})

test('an edit and a photo that a restored server lost of a row are sent again', async () => {
  const { device, formId, read, backUp, restore, rows, close } = await openPhone()
  const made = await submit(device, formId, { q: 'before', kept: 'as it was' })
  await device.sync.refresh.now('submissions')
  await backUp()
  const known = await submissionOf(device, made.id)
  if (known === null) throw new Error('The interview is gone.')
  // The files of another interview are used as those that an edit adds.
  const { contents } = await fillIn(device, formId, { q: 'after', kept: 'as it was' }, [photo])
  const draft = await startEditDraft(device.db, known, device.env.clock.now())
  await submitInterview(device, draft, contents)
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')

  await restore()
  await device.sync.refresh.now('submissions')
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  const [row] = (await rows()).filter(({ tempId }) => tempId === made.id)
  expect(row === undefined ? null : rowAnswers(row, unknownKinds)).toMatchObject({
    q: 'after',
    kept: 'as it was',
  })
  const [address = ''] = [(await submissionOf(device, made.id))?.answers['photo'] ?? []].flat()
  expect(new Uint8Array(await (await read(address)).arrayBuffer())).toEqual(bytes)
  await close()
})

test('a start that does not know the server yet sends what it has lost, and takes nothing for deleted', async () => {
  const { device, formId, restart, backUp, restore, rows, close } = await openPhone()
  await device.sync.refresh.now('submissions')
  await backUp()
  const lost = await submit(device, formId, { q: 'after it' }, [photo])
  await device.sync.run({ all: true })
  await restore()
  const started = await restart()
  await started.sync.refresh.now('submissions')
  expect(await binned(started.db)).toEqual([])
  await started.sync.run({ all: true })
  expect((await rows()).filter(({ tempId }) => tempId === lost.id)).toHaveLength(1)
  await close()
})

test('a photo is sent again that a restored server lost, although another one is in its place', async () => {
  const { device, formId, read, backUp, restore, close } = await openPhone()
  const old = { fieldId: 'photo', name: 'old.txt', bytes: new Uint8Array([9]) }
  const made = await submit(device, formId, { q: 'one' }, [old])
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  await backUp()
  const known = await submissionOf(device, made.id)
  if (known === null) throw new Error('The interview is gone.')
  const { contents } = await fillIn(device, formId, { q: 'one' }, [photo])
  const draft = await startEditDraft(device.db, known, device.env.clock.now())
  await submitInterview(device, draft, contents)
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  const addresses = async () =>
    [(await submissionOf(device, made.id))?.answers['photo'] ?? []].flat()
  expect((await addresses()).map(nameIn)).toEqual(['pump.txt'])

  await restore()
  await device.sync.refresh.now('submissions')
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  const address = (await addresses()).find(each => nameIn(each) === 'pump.txt') ?? ''
  expect(new Uint8Array(await (await read(address)).arrayBuffer())).toEqual(bytes)
  await close()
})
