import { submittedDocs } from '../submitted.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { createDisk, openDevice, type Device, type TestFile } from '../device.ts'
import { createBareServer, type BareOptions, type BareServer } from '../server/bare-server.ts'

/** A phone signed in to a server with only the spec's section 7, and the same surveyor's office computer. */
export interface PlainPhone {
  readonly server: BareServer
  readonly device: Device
  /** A call by the same account from another device. */
  readonly elsewhere: (method: string, path: string, body?: unknown) => Promise<Response>
  /** An upload to a row by the same account from another device. */
  readonly uploadElsewhere: (rowId: number, file: TestFile) => Promise<Response>
  /** Sends everything due, including the pause after which an unanswered request is settled. */
  readonly settle: () => Promise<void>
  readonly submissions: () => Promise<readonly SubmissionDoc[]>
}

const forms = [{ id: 3, title: 'Water points', sections: [] }]

/** Opens the phone; `wire` may intercept its requests to the server. */
export const openPlainPhone = async (
  options: Partial<BareOptions> = {},
  wire: (fetch: BareServer['fetch']) => BareServer['fetch'] = fetch => fetch,
): Promise<PlainPhone> => {
  const server = createBareServer({ forms, ...options })
  const { origin } = server
  const device = await openDevice({ fetch: wire(server.fetch), origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  return {
    server,
    device,
    elsewhere: (method, path, body) =>
      server.fetch(`${origin}/api/surveyor${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${device.env.token()}`,
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    uploadElsewhere: (rowId, { fieldId, name, bytes }) => {
      const body = new FormData()
      body.append('field_id', fieldId)
      body.append('files[]', new Blob([bytes]), name)
      return server.fetch(`${origin}/api/surveyor/form-submissions/${rowId}/upload-files`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${device.env.token()}` },
        body,
      })
    },
    settle: async () => {
      await device.sync.run({ all: true })
      device.env.clock.advance(61_000)
      await device.sync.run({ all: true })
    },
    submissions: async () => {
      const docs = await submittedDocs(device.db)
      return docs.map(doc => doc.toMutableJSON() as SubmissionDoc)
    },
  }
}

/** A file of one field. Its bytes make it unique. */
export const photo = (name: string, ...bytes: readonly number[]) => ({
  fieldId: 'photo',
  name,
  bytes: new Uint8Array(bytes),
})
