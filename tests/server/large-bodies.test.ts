import { expect, test } from 'vitest'
import { limits } from '../../server/limits.ts'
import { describeServer } from './engines.ts'
import { newSubmission, signIn } from './surveyor.ts'

describeServer('large bodies', server => {
  test('of one surveyor are read a few at a time, and do not delay the others', async () => {
    const token = await server().login()
    const open: ReadableStreamDefaultController<Uint8Array>[] = []
    const send = () => {
      const body = new ReadableStream<Uint8Array>(
        { pull: controller => void open.push(controller) },
        { highWaterMark: 0 },
      )
      return server().fetch('/api/surveyor/form-submissions', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Length': '2000000' },
        body,
        duplex: 'half',
      } as RequestInit)
    }
    const sent = Array.from({ length: 40 }, send)
    await expect.poll(() => open.length).toBe(limits.uploadsOfOne)
    const other = await signIn(server(), 'first@transect.example')
    expect((await other('submissionCreate', { body: newSubmission() })).status).toBe(201)
    expect(open.length).toBe(limits.uploadsOfOne)
    // An ended body makes room for the next one.
    for (let at = 0; at < sent.length; at += 1) {
      await expect.poll(() => open.length).toBeGreaterThan(at)
      open[at]?.close()
    }
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([422]))
  })
})
