import { expect, test } from 'vitest'
import { describeServer } from './engines.ts'
import { asker, newSubmission, rowOf } from './surveyor.ts'

describeServer('a body that breaks off', server => {
  test('is to be sent again, and is not counted as a database that cannot be reached', async () => {
    const token = await server().login()
    const made = await asker(server(), token)('submissionCreate', { body: newSubmission() })
    const { id } = rowOf(made)
    for (const [call, type] of [
      [`form-submissions/${id}/upload-files`, 'multipart/form-data; boundary=b'],
      ['form-submissions', 'application/json'],
    ] as const) {
      const body = new ReadableStream<Uint8Array>({
        pull: controller => {
          // The error of Node's server.
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
        },
      })
      const answer = await server().fetch(`/api/surveyor/${call}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        body,
        duplex: 'half',
      } as RequestInit)
      expect([call, answer.status]).toEqual([call, 408])
    }
  })
  test('is not blamed on the client when it cannot be read for another reason', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: controller => controller.error(new Error('a defect')),
    })
    const sent = { method: 'POST', body, duplex: 'half' } as RequestInit
    expect((await server().fetch('/api/surveyor/auth/login', sent)).status).toBe(500)
  })
})
