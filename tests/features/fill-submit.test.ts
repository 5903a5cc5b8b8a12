import { Subject } from 'rxjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { finishInterrupted } from '../../collections/finish-interrupted.ts'
import { answerKey, isTempId } from '../../collections/ids.ts'
import { attachFile, keepAnswer, keepDraft } from '../../collections/write-interview.ts'
import { commitEdit } from '../../collections/write-submission.ts'
import { pullForm } from '../../replication/pull-forms.ts'
import type { Interview } from '../../src/features/fill/interview.ts'
import { openInterview, type Choice, type Opened } from '../../src/features/fill/open-interview.ts'
import { submit } from '../../src/features/fill/submit.ts'
import type { Place } from '../../src/location/place-finder.ts'
import { createDisk, openDevice, submissionOf, type Device } from '../device.ts'
import { until } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** Opening, filling in and submitting against the real server, from Household Profile's own definition. */

const formId = 'household-profile'
const place: Place = {
  kind: 'found',
  fix: { latitude: 23.0225, longitude: 72.5714, accuracy: 12 },
  address: { address: 'Bopal, Gujarat', city: 'Bopal' },
}

let server: TestServer
let token: string
let device: Device
let shown: Interview[]

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  await server.reset()
  token = await server.login()
  shown = []
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), token)
  await device.sync.refresh.now('stats')
})
afterEach(async () => {
  for (const interview of shown) await interview.close()
  await device.crash()
})

const open = async (choice: Choice, id = formId): Promise<Opened> => {
  const env = { ...device.env, visible$: new Subject<boolean>() }
  const opened = await openInterview({ db: device.db, api: device.api, env }, id, choice)
  if (opened.kind === 'open') shown.push(opened.interview)
  return opened
}

const openNew = async (): Promise<Interview> => {
  const opened = await open({ kind: 'new' })
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  return opened.interview
}

const edit = (interview: Interview, id: string, value: string | string[]) => {
  const field = interview.form.fields.find(({ id: fieldId, name }) => fieldId === id || name === id)
  if (field === undefined) throw new Error(`There is no field ${id}.`)
  interview.edit(field, value)
}

/** Answers everything that Household Profile requires. */
const fillIn = (interview: Interview) => {
  for (const field of interview.form.fields.filter(({ isRequired }) => isRequired)) {
    switch (field.type) {
      case 'RADIO':
      case 'SELECT':
        interview.edit(field, field.options[0]?.value ?? '')
        break
      case 'NUMBER':
        interview.edit(field, '5')
        break
      case 'DATE':
        interview.edit(field, '2026-11-20')
        break
      default:
        interview.edit(field, 'Meena')
    }
  }
}

const rowsOnServer = async () => {
  const response = await server.fetch('/api/surveyor/form-submissions?limit=1000', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: { tempId: string; city: string }[] }).data
}

/** The submissions of this device; the demo's past ones come from the server. */
const begunHere = async () =>
  (await device.db.submissions.find().exec()).filter(({ id }) => isTempId(id))

describe('opening', () => {
  it('fetches a definition that the device does not have', async () => {
    const { form } = await openNew()
    expect(form.title).toBe('Household Profile')
    expect(new Set(form.fields.map(({ type }) => type)).size).toBe(12)
  })

  it('says offline what is not there: the form, or only its questions', async () => {
    device.env.cut()
    expect(await open({ kind: 'ask' })).toEqual({
      kind: 'unavailable',
      message: `Offline: Form with ID ${formId} not found.`,
    })
    device.env.mend()
    await pullForm(device.db, device.api, formId, device.env.clock.now)
    const head = await device.db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ definition_hash: '' })
    device.env.cut()
    expect(await open({ kind: 'ask' })).toEqual({
      kind: 'unavailable',
      message: 'Form not available offline.',
    })
  })

  it('opens offline what was fetched before', async () => {
    await openNew()
    device.env.cut()
    expect((await open({ kind: 'ask' })).kind).toBe('open')
  })

  it('says what failed to load', async () => {
    expect(await open({ kind: 'ask' }, 'no-such-form')).toEqual({
      kind: 'unavailable',
      message: 'Failed to load form.',
    })
  })

  it('does not fill in an unpublished form, or one without questions', async () => {
    await openNew()
    const head = await device.db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ status: 'draft' })
    expect(await open({ kind: 'ask' })).toEqual({ kind: 'unpublished', title: 'Household Profile' })
    const latest = await device.db.forms.findOne(formId).exec(true)
    await latest.incrementalPatch({ status: 'published', definition_hash: 'none' })
    expect(await open({ kind: 'ask' })).toEqual({ kind: 'empty', title: 'Household Profile' })
  })
})

describe('drafts', () => {
  const begin = async () => {
    const interview = await openNew()
    edit(interview, 'head_name', 'Meena Ben')
    await interview.close()
    return interview.writer.draft()?.id ?? ''
  }

  it('are offered with what tells them apart', async () => {
    const id = await begin()
    const opened = await open({ kind: 'ask' })
    expect(opened).toMatchObject({
      kind: 'drafts',
      title: 'Household Profile',
      drafts: [{ draft: { id }, words: 'Meena Ben', answered: 1, total: 21 }],
    })
  })

  it('go on with every answer, file and place', async () => {
    const id = await begin()
    await keepDraft(device.db, id, { scroll: 3.5, latitude: 1, longitude: 2 }, 0)
    const photo = (await openNew()).form.fields.find(({ type }) => type === 'IMAGE')
    await attachFile(device.db, fileOf(id, photo?.id ?? ''), new Blob(['abc']))
    const opened = await open({ kind: 'draft', id })
    if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
    const { interview } = opened
    const name = interview.form.fields.find(field => field.type === 'TEXT')
    expect(name && interview.answers.get(name)).toBe('Meena Ben')
    expect(interview.files.get(photo?.id ?? '')).toHaveLength(1)
    expect(interview.writer.draft()).toMatchObject({ scroll: 3.5, latitude: 1 })
    expect(interview.isDirty()).toBe(false)
  })

  it('keep the version that they began with', async () => {
    const id = await begin()
    const before = (await device.db.drafts.findOne(id).exec(true)).definition_hash
    const head = await device.db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ definition_hash: 'newer' })
    const opened = await open({ kind: 'draft', id })
    expect(opened.kind === 'open' && opened.interview.form.definitionHash).toBe(before)
  })

  it('go on although the survey was unpublished meanwhile', async () => {
    const id = await begin()
    const head = await device.db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ status: 'draft' })
    expect((await open({ kind: 'draft', id })).kind).toBe('open')
    expect((await open({ kind: 'ask' })).kind).toBe('drafts')
  })

  it('that are gone lead to what there is', async () => {
    expect((await open({ kind: 'draft', id: 'temp_1' })).kind).toBe('open')
  })
})

describe('submitting', () => {
  it('asks for what is required, and takes nothing from the form', async () => {
    const interview = await openNew()
    edit(interview, 'email', 'meena@')
    const submitted = await submit(device, interview, place)
    expect(submitted).toMatchObject({
      kind: 'invalid',
      message: 'Please fill all required fields.',
    })
    fillIn(interview)
    expect(await submit(device, interview, place)).toMatchObject({
      kind: 'invalid',
      message: 'Please enter a valid email address.',
      fields: [{ type: 'EMAIL' }],
    })
    expect(await begunHere()).toHaveLength(0)
  })

  it('refuses an empty form', async () => {
    const interview = await openNew()
    for (const { field_id } of await device.db.form_questions.find().exec()) {
      const doc = await device.db.form_questions.findOne({ selector: { field_id } }).exec(true)
      await doc.incrementalPatch({ is_required: false })
    }
    await interview.close()
    const optional = await openNew()
    expect(await submit(device, optional, place)).toEqual({ kind: 'empty' })
    edit(optional, 'phone', '+91')
    expect(await submit(device, optional, place)).toEqual({ kind: 'empty' })
    expect(await begunHere()).toHaveLength(0)
  })

  it('sends the last keystroke too, with place and files, and leaves no draft', async () => {
    const interview = await openNew()
    fillIn(interview)
    const draft = await interview.writer.begin()
    const photo = interview.form.fields.find(({ type }) => type === 'IMAGE')
    await attachFile(device.db, fileOf(draft.id, photo?.id ?? ''), new Blob(['abc']))
    edit(interview, 'head_name', 'Meena Ben')
    edit(interview, 'phone', '+91')
    const ended: boolean[] = []
    interview.ended$.subscribe(value => ended.push(value))
    expect(await submit(device, interview, place)).toEqual({ kind: 'done', outcome: 'submitted' })
    const stored = await submissionOf(device, draft.id)
    expect(stored).toMatchObject({
      latitude: 23.0225,
      longitude: 72.5714,
      accuracy: 12,
      form_id: formId,
      formName: 'Household Profile',
      files: [{ field_id: photo?.id, file_name: 'a.jpg' }],
    })
    expect(Object.values(stored?.answers ?? {})).toContain('Meena Ben')
    expect(Object.values(stored?.answers ?? {})).not.toContain('+91')
    expect((await rowsOnServer()).filter(row => row.tempId === draft.id)).toHaveLength(1)
    expect(await device.db.drafts.find().exec()).toHaveLength(0)
    expect(await device.db.form_responses.find().exec()).toHaveLength(0)
    expect(ended).toEqual([false])
  })

  it('keeps it on the device while there is no network', async () => {
    const interview = await openNew()
    device.env.cut()
    fillIn(interview)
    expect(await submit(device, interview, { kind: 'unknown' })).toEqual({
      kind: 'done',
      outcome: 'saved',
    })
    const [stored] = await begunHere()
    expect(stored).toMatchObject({ latitude: null, longitude: null, address: '' })
  })

  it('says that it was not sent when the server fails', async () => {
    const interview = await openNew()
    fillIn(interview)
    server.faults.arm({ fault: '500', path: '/form-submissions', method: 'POST' })
    expect(await submit(device, interview, place)).toEqual({ kind: 'done', outcome: 'unsent' })
  })

  it('says what the server has against it, and keeps it in Recovery', async () => {
    const interview = await openNew()
    fillIn(interview)
    server.faults.arm({ fault: 'draft', path: '/form-submissions', method: 'POST' })
    const submitted = await submit(device, interview, place)
    const [entry] = await device.db.recovery.find().exec()
    expect(entry?.message).not.toBe('')
    expect(submitted).toEqual({ kind: 'recovered', reason: entry?.message })
  })

  it('leaves the form as it is when the device could not write', async () => {
    const interview = await openNew()
    fillIn(interview)
    await interview.writer.flush()
    const broken = { ...device, db: refusing(device) }
    expect(await submit(broken, interview, place)).toEqual({ kind: 'failed' })
    expect(await device.db.drafts.find().exec()).toHaveLength(1)
    expect(await submit(device, interview, place)).toEqual({ kind: 'done', outcome: 'submitted' })
    expect(await rowsOnServer()).toSatisfy((rows: readonly { tempId: string }[]) => {
      const id = interview.writer.draft()?.id
      return rows.filter(({ tempId }) => tempId === id).length === 1
    })
  })

  it('makes one submission of a draft that two tabs submit', async () => {
    const interview = await openNew()
    fillIn(interview)
    await interview.writer.flush()
    const other = await open({ kind: 'draft', id: interview.writer.draft()?.id ?? '' })
    if (other.kind !== 'open') throw new Error(`It is ${other.kind}.`)
    const outcomes = await Promise.all([
      submit(device, interview, place),
      submit(device, other.interview, place),
    ])
    expect(outcomes.map(({ kind }) => kind)).toContain('done')
    expect(await begunHere()).toHaveLength(1)
    const id = interview.writer.draft()?.id
    await until('it is on the server once', async () => {
      const rows = await rowsOnServer()
      return rows.filter(({ tempId }) => tempId === id).length === 1
    })
  })

  it('is finished by the next start when a crash came between commit and clean-up', async () => {
    const interview = await openNew()
    device.env.cut()
    fillIn(interview)
    await interview.writer.flush()
    const draft = await interview.writer.begin()
    expect(await submit(device, interview, place)).toMatchObject({ kind: 'done' })
    // As the crash would have left it.
    await device.db.drafts.insert(draft)
    await keepAnswer(device.db, draft.id, 'x', 'y', 0)
    await finishInterrupted(device.db, device.env.clock.now())
    expect(await device.db.drafts.find().exec()).toHaveLength(0)
    expect(await begunHere()).toHaveLength(1)
  })
})

describe('editing', () => {
  const submitted = async () => {
    const interview = await openNew()
    fillIn(interview)
    edit(interview, 'phone', '+919825012345')
    await submit(device, interview, place)
    return interview.writer.draft()?.id ?? ''
  }
  const openEdit = async (id: string): Promise<Interview> => {
    const opened = await open({ kind: 'edit', id })
    if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
    return opened.interview
  }
  const answersOnServer = async (id: string) => {
    const serverId = (await submissionOf(device, id))?.server_id ?? ''
    const response = await server.fetch(`/api/surveyor/form-submissions/${serverId}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { data } = (await response.json()) as {
      data: { answers: { form_field_id: string; value: string }[] }
    }
    return data.answers.map(({ value }) => value)
  }

  it('shows what was submitted, and leaves no trace until something is changed', async () => {
    const id = await submitted()
    const interview = await openEdit(id)
    expect(interview.validity.standing().invalid).toBe(0)
    expect(interview.validity.standing().answered).toBeGreaterThan(1)
    expect(await submit(device, interview, place)).toEqual({ kind: 'unchanged' })
    expect(await device.db.drafts.find().exec()).toHaveLength(0)
  })

  it('finds a submission by the server’s id too', async () => {
    const id = await submitted()
    const serverId = (await submissionOf(device, id))?.server_id ?? ''
    expect((await openEdit(serverId)).submission?.id).toBe(id)
  })

  it('says when there is no such submission', async () => {
    expect(await open({ kind: 'edit', id: 'temp_1' })).toEqual({
      kind: 'unavailable',
      message: 'Submission temp_1 not found locally.',
    })
  })

  it('sends what was changed, and what was cleared', async () => {
    const id = await submitted()
    const interview = await openEdit(id)
    edit(interview, 'head_name', 'Changed Ben')
    edit(interview, 'phone', '')
    expect(await submit(device, interview, place)).toEqual({ kind: 'done', outcome: 'submitted' })
    const answers = await answersOnServer(id)
    expect(answers).toContain('Changed Ben')
    expect(answers).not.toContain('+919825012345')
    expect(await device.db.drafts.find().exec()).toHaveLength(0)
  })

  it('goes on after a reload with only what was changed on its draft', async () => {
    const id = await submitted()
    const first = await openEdit(id)
    edit(first, 'head_name', 'Half')
    await first.close()
    expect(await device.db.form_responses.find().exec()).toHaveLength(1)
    const again = await openEdit(id)
    const name = again.form.fields.find(({ type }) => type === 'TEXT')
    expect(name && again.answers.get(name)).toBe('Half')
    expect(again.validity.standing().answered).toBe(first.validity.standing().answered)
  })

  it('does not put back what the server changed meanwhile in other fields', async () => {
    const id = await submitted()
    const interview = await openEdit(id)
    edit(interview, 'head_name', 'Mine')
    await interview.writer.flush()
    const number = interview.form.fields.filter(({ type }) => type === 'TEXT')[1]
    const answers = (await submissionOf(device, id))?.answers ?? {}
    const changed = { ...answers, [answerKey(number?.id ?? '')]: 'B-14' }
    await commitEdit(device.db, id, changed, [], device.env.clock.now())
    expect((await submit(device, interview, place)).kind).toBe('done')
    expect(await answersOnServer(id)).toEqual(expect.arrayContaining(['Mine', 'B-14']))
  })

  it('changes an unsent submission before it is ever sent', async () => {
    device.env.cut()
    const interview = await openEdit(await submittedOffline())
    edit(interview, 'head_name', 'Before sending')
    expect(await submit(device, interview, place)).toEqual({ kind: 'done', outcome: 'saved' })
    expect(await begunHere()).toHaveLength(1)
    const [stored] = await begunHere()
    expect(Object.values(stored?.toMutableJSON().answers ?? {})).toContain('Before sending')
  })

  const submittedOffline = async () => {
    device.env.mend()
    await openNew()
    device.env.cut()
    return submitted()
  }

  it('takes a file out, and leaves the others', async () => {
    const interview = await openNew()
    device.env.cut()
    fillIn(interview)
    const draft = await interview.writer.begin()
    const photos = interview.form.fields.filter(({ type }) => type === 'IMAGE')
    const [one, two] = photos.map(({ id }) => ({
      ...fileOf(draft.id, id),
      id: `${draft.id}-${id}`,
    }))
    if (one === undefined || two === undefined) throw new Error('There are two photo fields.')
    await attachFile(device.db, one, new Blob(['abc']))
    await attachFile(device.db, two, new Blob(['def']))
    await submit(device, interview, place)
    const again = await openEdit(draft.id)
    const field = again.form.fieldById.get(one.field_id)
    if (field === undefined) throw new Error('The field is gone.')
    await again.removeFile(field, one)
    expect(await submit(device, again, place)).toEqual({ kind: 'done', outcome: 'saved' })
    expect((await submissionOf(device, draft.id))?.files.map(({ id }) => id)).toEqual([two.id])
  })
})

/** The device's database, with submissions that cannot be written. */
const refusing = ({ db }: Device): Device['db'] =>
  new Proxy(db, {
    get: (target, key) =>
      key === 'submissions'
        ? new Proxy(target.submissions, {
            get: (collection, name) =>
              name === 'bulkInsert'
                ? () => Promise.reject(new Error('full'))
                : Reflect.get(collection, name),
          })
        : Reflect.get(target, key),
  })

const fileOf = (draftId: string, fieldId: string) => ({
  id: `${draftId}-photo`,
  submission_id: draftId,
  field_id: fieldId,
  field_name: 'Photo',
  field_type: 'IMAGE',
  occurrence: 0,
  file_name: 'a.jpg',
  file_type: 'image/jpeg',
  file_size: 3,
  sha256: '',
  sync_status: 'pending' as const,
  created_at: 0,
  synced_at: 0,
})
