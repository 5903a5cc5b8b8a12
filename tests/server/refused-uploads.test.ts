import { readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { FileStoreProblem } from '../../server/files/blobs.ts'
import { SpoolFull } from '../../server/files/spool.ts'
import { describeServer } from './engines.ts'
import {
  asker,
  newSubmission,
  pngBytes,
  rowOf,
  signIn,
  uploadForm,
  type Ask,
  type Row,
} from './surveyor.ts'

const field = 'household-profile.condition_photos'

const created = async (ask: Ask): Promise<Row> =>
  rowOf(await ask('submissionCreate', { body: newSubmission({ answers: [] }) }))

/** A multipart body in its wire format. */
const rawUpload = (type: string, body: string, token: string, id: string) => ({
  path: `/api/surveyor/form-submissions/${id}/upload-files`,
  init: {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body,
  },
})

describeServer('an upload that is refused', server => {
  test('leaves nothing on the disk, whatever is wrong with it', async () => {
    const token = await server().login()
    const { id } = await created(asker(server(), token))
    const spooled = async () =>
      (await readdir(server().blobs.spool.directory)).filter(name => name.endsWith('.part')).length
    const before = await spooled()
    const part = (name: string, more = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`
    const file = part('files[]', '; filename="a.png"')
    const many = part('p').repeat(100_000)
    const bodies: readonly (readonly [number, string, string])[] = [
      [422, 'multipart/form-data; boundary=b', `${file}--b--\r\n`],
      [400, 'multipart/form-data; boundary=b', file + file.slice(0, -20)],
      [400, 'multipart/form-data', `${file}--b--\r\n`],
      [413, 'multipart/form-data; boundary=b', `${file}${many}--b--\r\n`],
      // Two boundaries: only the real parameter counts.
      [413, 'multipart/form-data; xboundary=zz; boundary=b', `${file}${many}--b--\r\n`],
    ]
    for (const [status, type, body] of bodies) {
      const { path, init } = rawUpload(type, body, token, id)
      const began = performance.now()
      expect([type, (await server().fetch(path, init)).status]).toEqual([type, status])
      expect(performance.now() - began).toBeLessThan(2000)
    }
    await expect.poll(spooled).toBe(before)
  })

  test('may be sent again a moment later, when the store or the disk for uploads takes no more now', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const { blobs } = server()
    const send = () =>
      ask('filesUpload', { id, form: uploadForm(field, [new File([pngBytes(9)], 'a.png')]) })
    const before = await readdir(blobs.spool.directory)
    for (const refusing of [
      () => vi.spyOn(blobs, 'adopt').mockRejectedValueOnce(new FileStoreProblem('503 to PUT')),
      () => vi.spyOn(blobs.spool, 'receive').mockRejectedValueOnce(new SpoolFull('full')),
    ]) {
      const spy = refusing()
      const refused = await send()
      spy.mockRestore()
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30'])
    }
    expect((await send()).status).toBe(200)
    expect(await readdir(blobs.spool.directory)).toEqual(before)
  })

  test('is still read to the end, so that the answer arrives on a slow link', async () => {
    const token = await server().login()
    const refusals = { 'made-up': 401, [token]: 404 }
    for (const [bearer, status] of Object.entries(refusals)) {
      let left = 20
      const body = new ReadableStream<Uint8Array>({
        pull: controller => {
          left -= 1
          if (left === 0) controller.close()
          else controller.enqueue(new Uint8Array(1000))
        },
      })
      const id = '00000000-0000-4000-8000-000000000000'
      const answer = await server().fetch(`/api/surveyor/form-submissions/${id}/upload-files`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'multipart/form-data' },
        body,
        duplex: 'half',
      } as RequestInit)
      expect([answer.status, left]).toEqual([status, 0])
    }
  })
})
