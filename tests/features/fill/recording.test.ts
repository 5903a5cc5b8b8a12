import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedBytes } from '../../../collections/one-database/bytes.ts'
import { fileData } from '../../../collections/schemas/file-uploads.ts'
import { fileBytes } from '../../../collections/writes/write-files.ts'
import { ok } from '../../../replication/http/result.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { recordAnswer } from '../../../src/features/fill/recording/record-answer.ts'
import { joinLeftRecordings } from '../../../src/features/fill/recording/recording-parts.ts'
import { recordingMaxMs } from '../../../src/limits.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { until } from '../../env.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** Recordings that are stored as they are made: a crash in the middle, a second tab, the limit, a full device. */

const whenAllowed = JSON.stringify({ visible_if: { '!=': [{ var: 'allowed' }, 'no'] } })
const form = compile([
  question('story', { type: 'AUDIO', multiple: false, logic: whenAllowed }),
  question('allowed'),
])
const field = fieldOf(form, 'story')

let device: FillDevice
let interview: Interview
let say: (words: string) => void

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
})

afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const begin = async () => {
  const record = (take: (bytes: Blob) => void) => {
    let stop = () => {}
    const ended = new Promise<void>(resolve => {
      stop = resolve
    })
    say = words => take(new Blob([words], { type: 'audio/webm;codecs=opus' }))
    return Promise.resolve(ok({ stop, ended }))
  }
  const env = { ...device.env, record }
  const started = await recordAnswer({ db: device.db, env }, interview, field)
  if (!started.ok) throw new Error(started.failure)
  return started.value
}

const stored = async () => (await device.db.file_uploads.find().exec()).map(({ id }) => id)
const parts = async (count: number) =>
  until('the parts are stored', async () => (await stored()).length === count)
const draftId = () => interview.writer.draft()?.id ?? ''
const words = async () => {
  const ids = await stored()
  return Promise.all(ids.map(async id => (await fileBytes(device.db, id))?.text()))
}

it('is one file at its end, with the bytes in their order', async () => {
  const { stop, done } = await begin()
  const all = Array.from({ length: 12 }, (_, n) => `${n} `)
  all.forEach(say)
  stop()
  expect(await done).toBeNull()
  expect(await words()).toEqual([all.join('')])
  const [file] = await device.db.file_uploads.find().exec()
  expect(file).toMatchObject({ file_type: 'audio/webm', file_size: all.join('').length })
})

it('ends when a rule hides its question, and is kept', async () => {
  const { done } = await begin()
  say('so far')
  await parts(1)
  interview.edit(fieldOf(form, 'allowed'), 'no')
  expect(await done).toBeNull()
  expect(await words()).toEqual(['so far'])
})

it('keeps after a crash what was recorded until then, joined when the interview is opened', async () => {
  await begin()
  say('one ')
  say('two')
  await parts(2)
  const dead = { liveness: { ...device.env.liveness, isHeld: () => Promise.resolve(false) } }
  await joinLeftRecordings(device.db, dead, draftId())
  expect(await words()).toEqual(['one two'])
})

it('can be opened when the browser has lost a part of it, with what is left', async () => {
  await begin()
  say('one ')
  say('lost ')
  say('three')
  await parts(3)
  const lost = (await stored()).find(id => id.endsWith('1')) ?? ''
  await storedBytes(device.db.file_uploads).remove(lost, fileData)
  const dead = { liveness: { ...device.env.liveness, isHeld: () => Promise.resolve(false) } }
  await joinLeftRecordings(device.db, dead, draftId())
  expect(await words()).toEqual(['one three'])
})

it('can be opened when the browser has lost all of it', async () => {
  await begin()
  say('lost')
  await parts(1)
  const [lost = ''] = await stored()
  await storedBytes(device.db.file_uploads).remove(lost, fileData)
  const dead = { liveness: { ...device.env.liveness, isHeld: () => Promise.resolve(false) } }
  await joinLeftRecordings(device.db, dead, draftId())
  expect(await stored()).toEqual([])
})

it('is joined without a part whose bytes the browser has lost', async () => {
  const { stop, done } = await begin()
  say('one ')
  await parts(1)
  await storedBytes(device.db.file_uploads).remove((await stored())[0] ?? '', fileData)
  say('two')
  stop()
  await done
  await joinLeftRecordings(device.db, device.env, draftId())
  expect(await words()).toEqual(['two'])
})

it('leaves the earlier one when the browser has lost all of it', async () => {
  const earlier = await begin()
  say('old')
  earlier.stop()
  await earlier.done
  const { stop, done } = await begin()
  say('new')
  await parts(2)
  const lost = (await stored()).find(id => id.includes('.part-')) ?? ''
  await storedBytes(device.db.file_uploads).remove(lost, fileData)
  stop()
  await done
  expect(await words()).toEqual(['old'])
})

it('is joined once, also when the crash came while it was joined', async () => {
  const { stop, done } = await begin()
  say('one ')
  say('two')
  await parts(2)
  const [first = ''] = (await stored()).toSorted()
  const kept = (await device.db.file_uploads.findOne(first).exec())?.toMutableJSON()
  stop()
  await done
  // As if this part had not been removed any more.
  await device.db.file_uploads.insert({ ...kept, _attachments: {} } as never)
  await joinLeftRecordings(device.db, device.env, draftId())
  expect(await words()).toEqual(['one two'])
})

it('is left alone while another tab makes it', async () => {
  const { stop, done } = await begin()
  say('one')
  await parts(1)
  await joinLeftRecordings(device.db, device.env, draftId())
  expect((await stored())[0]).toContain('.part-0')
  stop()
  await done
})

it('replaces an earlier recording, and nothing without a sound', async () => {
  for (const text of ['old', 'new', '']) {
    const { stop, done } = await begin()
    if (text !== '') say(text)
    stop()
    await done
  }
  expect(await words()).toEqual(['new'])
})

it('ends at the limit', async () => {
  const { done } = await begin()
  say('long')
  device.clock.advance(recordingMaxMs)
  expect(await done).toBeNull()
  expect(await words()).toEqual(['long'])
})

it('ends when the device is full, and keeps what it has', async () => {
  const { done } = await begin()
  say('kept')
  await parts(1)
  const insert = device.db.file_uploads.insert.bind(device.db.file_uploads)
  let isFull = true
  device.db.file_uploads.insert = (doc: never) => {
    if (!isFull) return insert(doc)
    isFull = false
    return Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  }
  say('lost')
  expect(await done).toBe('no room')
  expect(await words()).toEqual(['kept'])
})
