import { Subject } from 'rxjs'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { isTempId } from '../../../collections/ids.ts'
import { answersOf } from '../../../collections/queries.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { Choice, Opened } from '../../../src/features/fill/opening/opened.ts'
import type { PlaceState } from '../../../src/location/place-finder.ts'
import { createDisk, openDevice, type Device } from '../../device.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** Filling in against the real server, with Household Profile's own definition. */

export const formId = 'household-profile'
export const place: PlaceState = {
  kind: 'found',
  fix: { latitude: 23.0225, longitude: 72.5714, accuracy: 12 },
  address: { address: 'Bopal, Gujarat', city: 'Bopal' },
}

let server: TestServer
let token = ''
let device: Device
let shown: Interview[] = []

/** A fresh device and demo data for every test of a file. */
export const setUpFilling = () => {
  beforeAll(async () => {
    server = await startTestServer({ pastTotal: 12 })
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
}

export const theServer = (): TestServer => server
export const theDevice = (): Device => device

/** Reads a path of the API as the demo surveyor. */
export const readServer = async <Data>(path: string): Promise<Data> => {
  const response = await server.fetch(`/api/surveyor/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: Data }).data
}

export const rowsOnServer = () =>
  readServer<readonly { tempId: string }[]>('form-submissions?limit=1000')

/** The submissions of this device, without the demo's past ones from the server. */
export const begunHere = async () =>
  (await device.db.submissions.find().exec()).filter(({ id }) => isTempId(id))

export const open = async (choice: Choice, id = formId): Promise<Opened> => {
  const env = { ...device.env, visible$: new Subject<boolean>() }
  const opened = await openInterview(
    { db: device.db, api: device.api, refresh: device.sync.refresh, env },
    id,
    choice,
  )
  if (opened.kind === 'open') shown.push(opened.interview)
  return opened
}

/** Opens an interview that must exist. */
export const openInterviewOf = async (choice: Choice): Promise<Interview> => {
  const opened = await open(choice)
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  return opened.interview
}

export const openNew = () => openInterviewOf({ kind: 'new' })

/** The fields of a type, in order. */
export const fieldsOf = ({ form }: Interview, type: string) =>
  form.fields.filter(field => field.type === type)

/** Answers a field by its name in the demo. */
export const edit = (interview: Interview, id: string, value: string | string[]): void => {
  const field = interview.form.fieldById.get(demoFieldId(formId, id))
  if (field === undefined) throw new Error(`There is no field ${id}.`)
  interview.edit(field, value)
}

/** Answers everything that Household Profile requires. */
export const fillIn = (interview: Interview): void => {
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

/** A new interview with everything that is required, and the id of its stored draft. */
export const beginFilled = async (): Promise<{
  readonly interview: Interview
  readonly id: string
}> => {
  const interview = await openNew()
  fillIn(interview)
  await interview.writer.flush()
  return { interview, id: (await interview.writer.begin()).id }
}

/** What waits in the edit of a submission, by field. */
export const editOf = async (id: string): Promise<Record<string, unknown>> => {
  const docs = await answersOf(id).build(device.db.form_responses).exec()
  return Object.fromEntries(docs.map(doc => [doc.question_id, doc.value]))
}

export const fileOf = (draftId: string, fieldId: string): FileUploadDoc => ({
  id: `${draftId}-${fieldId}`,
  submission_id: draftId,
  field_id: fieldId,
  field_name: 'Photo',
  field_type: 'IMAGE',
  occurrence: 0,
  file_name: 'a.jpg',
  file_type: 'image/jpeg',
  file_size: 3,
  sha256: '',
  sync_status: 'pending',
  created_at: 0,
  synced_at: 0,
})
