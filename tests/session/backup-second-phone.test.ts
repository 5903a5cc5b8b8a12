import { startEditDraft } from '../../collections/writes/write-work.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attachFile } from '../../collections/writes/write-files.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { commitEdit } from '../collections/commit.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { deleteSubmission } from '../../replication/submit.ts'
import { createDisk, submissionOf, submit, type Disk } from '../device.ts'
import { createFakeClock } from '../env.ts'
import { entriesIn, tryAgain } from '../recovery.ts'
import {
  backend,
  backup,
  begin,
  changeTo,
  clock,
  day,
  device,
  edit,
  end,
  exhaust,
  formId,
  open,
  openEdits,
  ours,
  photoOf,
  plain,
  recovered,
  restored,
  rowOf,
  serverIdOf,
  shareOurs,
  syncAll,
} from './late-restore.ts'

/** A backup that is restored on a second phone never puts its work over newer work. */

shareOurs()

afterEach(end)

describe.each([
  ['our server', ours],
  ['a plain server', plain],
])('on a second phone, with %s', (_, start) => {
  let second: Disk
  /** The ids of an interview on the first phone and on the server. */
  let id: string
  let serverId: string
  const edited = async (...values: readonly string[]): Promise<Blob> => {
    device.env.cut()
    for (const q of values) {
      clock.advance(1000)
      await edit(id, q)
    }
    return backup()
  }
  const toSecond = async (hours = 0): Promise<string> => {
    const at = createFakeClock()
    at.set(clock.now() + hours * 3_600_000)
    await changeTo(second, at)
    const found = await device.db.submissions.findOne({ selector: { server_id: serverId } }).exec()
    return found?.id ?? ''
  }

  beforeEach(async () => {
    await begin(start)
    second = createDisk()
    id = (await submit(device, formId, { q: 'first' })).id
    await syncAll()
    serverId = await serverIdOf(id)
    clock.advance(2000)
  })

  test('edits of a row that is as it was are merged, the last one last', async () => {
    const file = await edited('one', 'two')
    await toSecond()
    expect(await restored(file)).toMatchObject({ submissions: 1, recovery: 0 })
    await syncAll()
    expect(await rowOf(serverId)).toBe('two')
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await syncAll()
    expect(await rowOf(serverId)).toBe('two')
  })

  test('the edit that only a later backup has is the last one', async () => {
    const files = [await edited('one'), await edited('two')]
    const here = await toSecond()
    device.env.cut()
    for (const file of files) expect(await restored(file)).toMatchObject({ submissions: 1 })
    expect(await submissionOf(device, here)).toMatchObject({ answers: { q: 'two' } })
  })

  test('an edit that only a later backup has is sent after the interview of an earlier one', async () => {
    device.env.cut()
    id = (await submit(device, formId, { q: 'unsent' })).id
    const earlier = await backup()
    const later = await edited('edited')
    await toSecond()
    await restored(earlier)
    await syncAll()
    expect(await restored(later)).toMatchObject({ submissions: 1, known: 0 })
    await syncAll()
    expect(await rowOf(await serverIdOf(id))).toBe('edited')
    expect(await restored(later)).toMatchObject({ submissions: 0, recovery: 0 })
  })

  test('the photo of an edit that waits in Recovery is sent with it', async () => {
    device.env.cut()
    const photo = photoOf(id)
    await attachFile(device.db, photo, new Blob(['abc'], { type: 'text/plain' }))
    await commitEdit(device.db, id, { q: 'old edit' }, [photo], clock.now())
    const file = await backup()
    const here = await toSecond()
    await edit(here, 'newer edit')
    await device.sync.run({ all: true })
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 1, files: 1 })
    const [entry] = await entriesIn(device.db)
    expect(entry?.file_ids).toEqual([photo.id])
    expect(await tryAgain(device.db, entry?.id ?? '', clock.now())).toBe('returned')
    await device.sync.run({ all: true })
    await device.sync.run({ all: true })
    expect(await submissionOf(device, here)).toMatchObject({ syncStatus: 'synced' })
    expect(await rowOf(serverId)).toContain('old edit')
    expect(await device.db.file_uploads.findOne(photo.id).exec()).toMatchObject({
      sync_status: 'synced',
    })
  })

  test('photos that edits on both phones added are all sent', async () => {
    const photo = async (interviewId: string, name: string) => {
      const doc = { ...photoOf(interviewId), id: name, file_name: `${name}.txt` }
      await attachFile(device.db, doc, new Blob([name], { type: 'text/plain' }))
      return doc
    }
    device.env.cut()
    await commitEdit(device.db, id, { q: 'old' }, [await photo(id, 'of the first')], clock.now())
    const file = await backup()
    const here = await toSecond()
    device.env.cut()
    const added = await photo(here, 'of the second')
    await commitEdit(device.db, here, { q: 'first', r: 'new' }, [added], clock.now())
    expect(await restored(file)).toMatchObject({ submissions: 1, recovery: 0, files: 1 })
    device.env.mend()
    await syncAll()
    await syncAll()
    expect(await submissionOf(device, here)).toMatchObject({ syncStatus: 'synced' })
    const files = await device.db.file_uploads.find().exec()
    expect(files.map(each => [each.id, each.sync_status]).toSorted()).toEqual([
      ['of the first', 'synced'],
      ['of the second', 'synced'],
    ])
  })

  test('an open edit of a row that is as it was is open again', async () => {
    const submission = (await submissionOf(device, id)) as SubmissionDoc
    const draft = await startEditDraft(device.db, submission, clock.now())
    await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
    const file = await backup()
    const here = await toSecond()
    expect(await restored(file)).toMatchObject({ drafts: 1, recovery: 0 })
    expect(await openEdits()).toEqual([here])
  })

  test.each([0, -30, 30])(
    'an edit of a row that was changed since waits in Recovery, whose clock is %i hours off',
    async hours => {
      const file = await edited('old edit')
      clock.advance(60_000)
      const here = await toSecond(hours)
      await edit(here, 'newer edit')
      await device.sync.run({ all: true })
      expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 1, known: 0 })
      expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
      await device.sync.run({ all: true })
      expect([await rowOf(serverId), await recovered()]).toEqual(['newer edit', ['edit: backup']])
      const [entry] = await entriesIn(device.db)
      expect(await tryAgain(device.db, entry?.id ?? '', clock.now())).toBe('returned')
      await device.sync.run({ all: true })
      expect([await rowOf(serverId), await recovered()]).toEqual(['old edit', []])
    },
  )

  test('a deletion of a row that was changed since deletes nothing', async () => {
    device.env.cut()
    await deleteSubmission(device, id)
    const file = await backup()
    const here = await toSecond()
    await edit(here, 'newer edit')
    await device.sync.run({ all: true })
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await device.sync.run({ all: true })
    expect([await rowOf(serverId), await recovered()]).toEqual(['newer edit', []])
  })

  test('an edit of an answer that has an unsent edit here waits in Recovery', async () => {
    const file = await edited('old edit')
    const here = await toSecond()
    await edit(here, 'unsent here')
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 1 })
    expect(await submissionOf(device, here)).toMatchObject({ answers: { q: 'unsent here' } })
  })

  test('the first of two edits that the server has does not return', async () => {
    const file = await edited('one', 'two')
    device.env.mend()
    await syncAll()
    await toSecond()
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await syncAll()
    expect(await rowOf(serverId)).toBe('two')
  })

  test('work that had used up its tries waits for the surveyor', async () => {
    device.env.cut()
    await edit(id, 'old edit')
    await exhaust(id)
    const file = await backup()
    const here = await toSecond()
    await submit(device, formId, { q: 'another interview' })
    const other = (await device.db.submissions.find().exec()).find(doc => doc.id !== here)
    expect(await restored(file)).toMatchObject({ recovery: 1 })
    expect(await recovered()).toEqual(['edit: backup'])
    clock.advance(day)
    await device.sync.run({ all: true })
    await edit(other?.id ?? '', 'another interview, edited')
    await device.sync.run({ all: true })
    expect([await rowOf(serverId), await recovered()]).toEqual(['first', ['edit: backup']])
  })

  test('an answer that was cleared is not missing when its name is one that every object has', async () => {
    device.env.cut()
    const answers = { q: 'first', constructor: 'cleared later' }
    await commitEdit(device.db, id, answers, [], clock.now())
    await edit(id, 'first')
    const file = await backup()
    await toSecond()
    expect(await restored(file)).toMatchObject({ submissions: 0, known: 1 })
  })
})

test('an edit over a newer state of the row than the one here is merged', async () => {
  const first = await begin(ours)
  const second = createDisk()
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  const serverId = await serverIdOf(id)
  await changeTo(second)
  await changeTo(first)
  clock.advance(2000)
  backend.advance(2000)
  await edit(id, 'sent by the first phone')
  await syncAll()
  device.env.cut()
  clock.advance(2000)
  await edit(id, 'unsent')
  const file = await backup()
  await device.crash()
  await open(second, clock, true)
  expect(await restored(file)).toMatchObject({ submissions: 1, recovery: 0 })
  device.env.mend()
  await syncAll()
  expect(await rowOf(serverId)).toBe('unsent')
})
