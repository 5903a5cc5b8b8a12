import { tryAgain } from '../../recovery.ts'
import { describe, expect, it } from 'vitest'
import { collectFiles } from '../../../collections/writes/file-owners.ts'
import { fileBytes } from '../../../collections/writes/write-files.ts'
import { markDeleted } from '../../collections/commit.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { ok } from '../../../replication/http/result.ts'
import { fileWorkOf } from '../../../src/features/fill/files/file-work.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { recordAnswer } from '../../../src/features/fill/recording/record-answer.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf } from '../../device.ts'
import { until } from '../../env.ts'
import {
  begunHere,
  edit,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'
import { attachNow, draftIdOf, photosOf, pick, storedNames, twoDays } from './late-photos.ts'

/** Files that are ready only after their screen was closed. */

setUpFilling()

describe('a photo that is ready after its interview', () => {
  it('keeps Submit waiting on the screen that opens its draft again', async () => {
    const interview = await openNew()
    fillIn(interview)
    const { db } = theDevice()
    const work = fileWorkOf(db, interview)
    let done = () => {}
    const running = work.run('photos', () => new Promise<void>(resolve => (done = resolve)))
    const id = await draftIdOf(interview)
    await interview.close()
    const again = await openInterviewOf({ kind: 'draft', id })
    expect(fileWorkOf(db, again).isBusy()).toBe(true)
    expect(fileWorkOf(db, await openNew()).isBusy()).toBe(false)
    done()
    await running
    expect(fileWorkOf(db, again).isBusy()).toBe(false)
  })

  it('was submitted in another tab, is added by an edit and sent', async () => {
    const interview = await openNew()
    fillIn(interview)
    const { ready, attached } = pick(interview, 'house.jpg')
    const id = await draftIdOf(interview)
    await interview.close()
    const again = await openInterviewOf({ kind: 'draft', id })
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
    ready()
    expect((await attached).said).toEqual([])
    await theDevice().sync.run({ all: true })
    const submission = await submissionOf(theDevice(), id)
    expect(submission?.files.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
    expect(submission?.syncStatus).toBe('synced')
    await collectFiles(theDevice().db, theDevice().env.clock.now() + twoDays)
    expect(await storedNames()).toEqual(['house.jpg'])
  })

  it('was submitted in another tab and deleted since, brings nothing back', async () => {
    const interview = await openNew()
    fillIn(interview)
    const { ready, attached } = pick(interview, 'house.jpg')
    const id = await draftIdOf(interview)
    await submit(theDevice(), await openInterviewOf({ kind: 'draft', id }), place)
    await markDeleted(theDevice().db, id, theDevice().env.clock.now())
    ready()
    await attached
    expect(await submissionOf(theDevice(), id)).toMatchObject({ hidden: 1, files: [] })
  })

  it('was attached in another tab during Submit, is sent although the tab dies before the server answers', async () => {
    const interview = await openNew()
    fillIn(interview)
    const id = await draftIdOf(interview)
    const other = await openInterviewOf({ kind: 'draft', id })
    const { sync } = theDevice()
    let isWoken = () => {}
    const woken = new Promise<void>(resolve => (isWoken = resolve))
    const whileSubmitting = async () => {
      await attachNow(other, 'house.jpg')
      return []
    }
    // The tab is closed here: nothing after the wait runs.
    const wake = () => {
      isWoken()
      return new Promise<never>(() => {})
    }
    void submit({ ...theDevice(), sync: { ...sync, wake } }, interview, place, whileSubmitting)
    await woken
    await collectFiles(theDevice().db, theDevice().env.clock.now() + twoDays)
    const submission = await submissionOf(theDevice(), id)
    expect(submission?.files.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
    expect(await storedNames()).toEqual(['house.jpg'])
  })

  it('was taken for an edit whose submission was deleted elsewhere, is added to the new interview', async () => {
    const first = await openNew()
    fillIn(first)
    await submit(theDevice(), first, place)
    const { db, env, sync } = theDevice()
    await sync.run({ all: true })
    const id = await draftIdOf(first)
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'head_name', 'Ravi')
    await again.writer.flush()
    const other = await openInterviewOf({ kind: 'edit', id })
    const { ready, attached } = pick(other, 'house.jpg')
    await other.writer.begin()
    await endSubmission(db, id, 'elsewhere', env.clock.now())
    await submit(theDevice(), again, place)
    ready()
    expect((await attached).said).toEqual([])
    await sync.run({ all: true })
    await collectFiles(db, env.clock.now() + twoDays)
    expect(await storedNames()).toEqual(['house.jpg'])
    const own = (await begunHere()).find(submission => submission.id === id)
    expect(own?.files.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
  })

  it('was refused after another tab had submitted it, waits with it in Recovery and arrives with it', async () => {
    const { db, env, sync } = theDevice()
    const interview = await openNew()
    fillIn(interview)
    const { ready, attached } = pick(interview, 'house.jpg')
    const id = await draftIdOf(interview)
    await interview.close()
    const again = await openInterviewOf({ kind: 'draft', id })
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'recovered' })
    ready()
    expect((await attached).said).toEqual([])
    await collectFiles(db, env.clock.now() + twoDays)
    expect(await storedNames()).toEqual(['house.jpg'])
    await theServer().db.query("update forms set status = 'published' where id = $1", [formId])
    expect(await tryAgain(db, id, env.clock.now())).toBe('returned')
    for (let run = 0; run < 3; run += 1) await sync.run({ all: true })
    expect(await submissionOf(theDevice(), id)).toMatchObject({
      syncStatus: 'synced',
      files: [{ file_name: 'house.jpg' }],
      files_pending: 0,
    })
  })

  it('was edited in another tab, is added to the same submission', async () => {
    const first = await openNew()
    fillIn(first)
    await submit(theDevice(), first, place)
    const id = await draftIdOf(first)
    const edited = await openInterviewOf({ kind: 'edit', id })
    edit(edited, 'head_name', 'Ravi')
    await edited.writer.flush()
    const { ready, attached } = pick(edited, 'house.jpg')
    await edited.close()
    const again = await openInterviewOf({ kind: 'edit', id })
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
    ready()
    await attached
    const submission = await submissionOf(theDevice(), id)
    expect(submission?.files.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
  })

  it('was discarded, is not added to the submission that was edited', async () => {
    const first = await openNew()
    fillIn(first)
    await submit(theDevice(), first, place)
    const id = await draftIdOf(first)
    const edited = await openInterviewOf({ kind: 'edit', id })
    edit(edited, 'head_name', 'Ravi')
    const { ready, attached } = pick(edited, 'house.jpg')
    await edited.discard()
    ready()
    await attached
    expect((await submissionOf(theDevice(), id))?.files).toEqual([])
    expect(await storedNames()).toEqual([])
  })

  it('was attached in another tab during Submit, is added too', async () => {
    const interview = await openNew()
    fillIn(interview)
    const other = await openInterviewOf({ kind: 'draft', id: await draftIdOf(interview) })
    const hints = async () => {
      await attachNow(other, 'house.jpg')
      return []
    }
    await submit(theDevice(), interview, place, hints)
    const submission = await submissionOf(theDevice(), await draftIdOf(interview))
    expect(submission?.files.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
  })
})

it('a recording that goes on while another tab submits is added when it ends', async () => {
  const interview = await openNew()
  fillIn(interview)
  const id = await draftIdOf(interview)
  let take: (bytes: Blob) => void = () => {}
  let stop = () => {}
  const ended = new Promise<void>(resolve => {
    stop = resolve
  })
  const record = (taking: (bytes: Blob) => void) => {
    take = taking
    return Promise.resolve(ok({ stop, ended }))
  }
  const { db, env } = theDevice()
  // The demo has no such question, and any field with files takes a recording.
  const started = await recordAnswer(
    { db, env: { ...env, record } },
    interview,
    photosOf(interview),
  )
  if (!started.ok) throw new Error(started.failure)
  take(new Blob(['one '], { type: 'audio/webm' }))
  await until('the part is stored', async () => (await storedNames()).length === 1)
  const other = await openInterviewOf({ kind: 'draft', id })
  const whileSubmitting = async () => {
    take(new Blob(['two '], { type: 'audio/webm' }))
    await until('another part is stored', async () => (await storedNames()).length === 2)
    return []
  }
  const submitted = await submit(theDevice(), other, place, whileSubmitting)
  expect(submitted).toMatchObject({ kind: 'done' })
  expect((await submissionOf(theDevice(), id))?.files).toEqual([])
  take(new Blob(['three'], { type: 'audio/webm' }))
  started.value.stop()
  expect(await started.value.done).toBeNull()
  const files = (await submissionOf(theDevice(), id))?.files ?? []
  expect(files.map(({ file_name }) => file_name)).toEqual(['recording.webm'])
  expect(await (await fileBytes(db, files[0]?.id ?? ''))?.text()).toBe('one two three')
})

it('a recording whose tab was closed in the middle of it is sent by the tab that submits', async () => {
  const interview = await openNew()
  fillIn(interview)
  const other = await openInterviewOf({ kind: 'draft', id: await draftIdOf(interview) })
  const { db, env } = theDevice()
  const record = (take: (bytes: Blob) => void) => {
    for (const words of ['one ', 'two']) take(new Blob([words], { type: 'audio/webm' }))
    return Promise.resolve(ok({ stop: () => {}, ended: new Promise<void>(() => {}) }))
  }
  // The browser frees the locks of a closed tab.
  const liveness = { ...env.liveness, hold: () => Promise.resolve(() => {}) }
  await recordAnswer({ db, env: { ...env, liveness, record } }, interview, photosOf(interview))
  await until('the parts are stored', async () => (await storedNames()).length === 2)
  expect(await submit(theDevice(), other, place)).toMatchObject({ kind: 'done' })
  const files = (await submissionOf(theDevice(), await draftIdOf(interview)))?.files ?? []
  expect(files.map(({ file_name }) => file_name)).toEqual(['recording.webm'])
  expect(await (await fileBytes(db, files[0]?.id ?? ''))?.text()).toBe('one two')
})

describe('a photo that is taken again in a draft of yesterday', () => {
  const one = { multiple: false }
  const withPhoto = async () => {
    const interview = await openNew()
    fillIn(interview)
    await attachNow(interview, 'yesterday.jpg', one)
    const id = await draftIdOf(interview)
    await interview.close()
    return id
  }
  const openDraft = (id: string) => openInterviewOf({ kind: 'draft', id })
  const shown = (interview: Interview) =>
    interview.files.get(photosOf(interview).id).map(({ file_name }) => file_name)

  it('is there as before when the change is discarded', async () => {
    const id = await withPhoto()
    const again = await openDraft(id)
    await attachNow(again, 'today.jpg', one)
    await again.discard()
    expect(shown(await openDraft(id))).toEqual(['yesterday.jpg'])
    expect(await storedNames()).toEqual(['yesterday.jpg'])
  })

  it('replaces the old one in every later opening, and at Submit', async () => {
    const id = await withPhoto()
    const again = await openDraft(id)
    await attachNow(again, 'today.jpg', one)
    await again.close()
    const later = await openDraft(id)
    expect(shown(later)).toEqual(['today.jpg'])
    await submit(theDevice(), later, place)
    const submission = await submissionOf(theDevice(), id)
    expect(submission?.files.map(({ file_name }) => file_name)).toEqual(['today.jpg'])
    expect(await storedNames()).toEqual(['today.jpg'])
  })
})
