import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { fileLinkSecret } from '../../server/db/server-values.ts'
import { fileIdOf } from '../../server/files/file-links.ts'
import { imageTypeOf, safeFileName } from '../../server/files/file-kind.ts'
import { limits } from '../../server/limits.ts'
import { describeServer } from './engines.ts'
import {
  asker,
  linksOf,
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

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describeServer('uploaded files', server => {
  test('are one answer per field, with links that return the bytes', async () => {
    const ask = await signIn(server())
    const row = await created(ask)
    const files = [1, 2].map(mark => new File([pngBytes(mark)], `photo ${mark}.png`))
    const form = uploadForm(field, files, { submission_id: row.id })
    const answered = await ask('filesUpload', { id: row.id, form })
    expect(answered.status).toBe(200)
    const uploaded = rowOf(answered)
    expect(parseInt(uploaded.rev)).toBeGreaterThan(parseInt(row.rev))
    expect(uploaded.answers).toEqual([
      { form_field_id: field, value: null, value_json: linksOf(uploaded, field), occurrence: 0 },
    ])
    const pictures = await Promise.all(linksOf(uploaded, field).map(link => server().fetch(link)))
    expect(await Promise.all(pictures.map(bytesOf))).toEqual([pngBytes(1), pngBytes(2)])
    expect(rowOf(await ask('submission', { id: row.id }))).toEqual(uploaded)
  })

  test('sent again are not duplicated, and change no revision', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const send = (name: string) =>
      ask('filesUpload', { id, form: uploadForm(field, [new File([pngBytes(1)], name)]) })
    const first = await send('a.png')
    const all = await Promise.all(['a.png', 'b.png', 'a.png'].map(send))
    for (const again of all) expect(again.data).toEqual(first.data)
    const other = uploadForm('another', [new File([pngBytes(1)], 'a.png')])
    expect(rowOf(await ask('filesUpload', { id, form: other })).answers).toHaveLength(2)
  })

  test('are read no faster than they are taken, and no further than they are taken', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    const [link = ''] = linksOf(rowOf(await ask('filesUpload', { id, form })), field)
    let read = 0
    let isLeft = false
    const reading = vi.spyOn(server().blobs, 'read').mockResolvedValue({
      sizeBytes: 100 * 65_536,
      async *pieces() {
        try {
          for (; read < 100; read += 1) yield pngBytes(1, 65_536)
        } finally {
          isLeft = true
        }
      },
    })
    const answer = await server().fetch(link)
    expect(answer.headers.get('Content-Length')).toBe(String(100 * 65_536))
    expect(answer.headers.get('Content-Type')).toBe('image/png')
    const reader = answer.body?.getReader()
    await reader?.read()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(read).toBeLessThan(10)
    await reader?.cancel()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(isLeft).toBe(true)
    reading.mockRestore()
  })

  test('keep the same link for weeks, so that rows stay equal', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    const uploaded = rowOf(await ask('filesUpload', { id, form }))
    server().clock.advance(60_000)
    expect(rowOf(await ask('submission', { id }))).toEqual(uploaded)
  })

  test('are refused when they are too many, too large, or for a temporary id', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const upload = (files: readonly File[], more: Record<string, string> = {}) =>
      ask('filesUpload', { id, form: uploadForm(field, files, more) })
    const image = new File([pngBytes(1, limits.imageBytes + 1)], 'large.png')
    const many = Array.from({ length: 21 }, (_, mark) => new File([pngBytes(mark)], `${mark}.png`))

    expect((await upload([image])).message).toBe('File "large.png" exceeds 5MB limit.')
    expect((await upload([image], { field_type: 'FILE' })).status).toBe(200)
    const file = new File([pngBytes(1, limits.otherFileBytes + 1)], 'large.bin')
    const tooLarge = await upload([file], { field_type: 'FILE' })
    expect(tooLarge.message).toBe('File "large.bin" exceeds 10MB limit.')
    for (const refused of [
      await upload(many),
      await upload([]),
      await upload([many[0] ?? image], { field_id: '' }),
      await upload([many[0] ?? image], { submission_id: 'another' }),
      await upload([many[0] ?? image], { occurrence: '-1' }),
      await ask('filesUpload', { id, body: {} }),
    ]) {
      expect(refused.status).toBe(422)
    }
    const temporary = await ask('filesUpload', { id: 'temp_1', form: uploadForm(field, []) })
    expect(temporary.message).toBe('Cannot upload files with temporary submission ID')
  })

  test('that are empty or no image are stored, and never shown as a page', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const page = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    const files = [
      new File([], 'empty.txt'),
      new File([page], '../../etc/pass"wd\u202Egnp.html', { type: 'text/html' }),
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drawing.svg'),
    ]
    const row = rowOf(await ask('filesUpload', { id, form: uploadForm(field, files) }))
    const answers = await Promise.all(linksOf(row, field).map(link => server().fetch(link)))
    for (const answer of answers) {
      expect(answer.headers.get('Content-Type')).toBe('application/octet-stream')
      expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename\*=UTF-8''/)
      expect(answer.headers.get('Content-Security-Policy')).toMatch(
        /^default-src 'none'.*; sandbox$/,
      )
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
    expect(answers[1]?.headers.get('Content-Disposition')).toBe(
      "attachment; filename*=UTF-8''passwdgnp.html",
    )
  })
})

describeServer('uploads that stop arriving', server => {
  test('hold up only their surveyor', async () => {
    const path = (id: string) => `/api/surveyor/form-submissions/${id}/upload-files`
    const token = await server().login()
    const { id } = await created(asker(server(), token))
    const cut: (() => void)[] = []
    const stalled = Array.from({ length: limits.uploadsAtOnce + 1 }, () =>
      server()
        .fetch(path(id), {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'multipart/form-data; boundary=b',
          },
          body: new ReadableStream({
            start: controller => {
              cut.push(() => controller.error(new Error('cut')))
            },
          }),
          duplex: 'half',
        } as RequestInit)
        .then(({ status }) => status),
    )
    await server().db.query(`update users set is_first_login = false`)
    const other = await signIn(server(), 'first@transect.example')
    const row = await created(other)
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    expect((await other('filesUpload', { id: row.id, form })).status).toBe(200)
    for (const end of cut) end()
    expect(new Set(await Promise.all(stalled))).toEqual(new Set([400]))
  }, 30_000)
})

describeServer('a link to a file', server => {
  test('works for its owner and with the signature, and otherwise not', async () => {
    const token = await server().login()
    const stranger = await server().login('first@transect.example')
    const ask = await signIn(server())
    const { id } = await created(ask)
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    const [link = ''] = linksOf(rowOf(await ask('filesUpload', { id, form })), field)
    const bare = link.split('?')[0] ?? ''
    const get = async (address: string, bearer?: string) => {
      const headers: Record<string, string> =
        bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }
      return (await server().fetch(address, { headers })).status
    }
    expect(await get(bare, token)).toBe(200)
    expect(await get(link)).toBe(200)
    expect(await get(bare)).toBe(404)
    expect(await get(bare, stranger)).toBe(404)
    expect(await get(link.replace('a.png', 'b.png'))).toBe(404)
    expect(await get(link.replace(/expires=\d+/, 'expires=9999999999999'))).toBe(404)
    expect(await get(link.replace(/&of=[^&]+/, ''))).toBe(404)
    const other = (first: string) => (first === '_' ? '-' : '_')
    const forged = link.replace(/(?<=signature=)./, other)
    expect(await get(forged)).toBe(404)
    server().clock.advance(49 * 24 * 3_600_000)
    expect(await get(link)).toBe(404)
  })

  test('of a version that named no owner works until it ends', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    const [link = ''] = linksOf(rowOf(await ask('filesUpload', { id, form })), field)
    const { clock, db } = server()
    const expires = Number(new URL(link).searchParams.get('expires'))
    const signature = createHmac('sha256', await fileLinkSecret(db))
      .update(JSON.stringify([fileIdOf(link), 'a.png', expires]))
      .digest('base64url')
    const former = link.replace(/\?.*/, `?expires=${expires}&signature=${signature}`)
    expect(await bytesOf(await server().fetch(former))).toEqual(pngBytes(1))
    clock.advance(49 * 24 * 3_600_000)
    expect((await server().fetch(former)).status).toBe(404)
  })
})

test('the name of a file is only data', () => {
  const names: readonly (readonly [string, string])[] = [
    ['a b.png', 'a b.png'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/passwd', 'passwd'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['../', 'file'],
    ['naïve\u0000 नमस्ते.pdf', 'naïve नमस्ते.pdf'],
  ]
  for (const [given, safe] of names) expect(safeFileName(given)).toBe(safe)
  const long = safeFileName(`${'x'.repeat(500)}.jpeg`)
  expect(long).toHaveLength(limits.fileNameChars)
  expect(long).toMatch(/x\.jpeg$/)
})

test('the type of an image is detected from its bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
  expect(imageTypeOf(pngBytes(1))).toBe('image/png')
  expect(imageTypeOf(bytes('GIF89a…'))).toBe('image/gif')
  expect(imageTypeOf(bytes('RIFF....WEBPVP8 '))).toBe('image/webp')
  expect(imageTypeOf(bytes('....ftypavif'))).toBe('image/avif')
  expect(imageTypeOf(bytes('<svg>'))).toBeNull()
  expect(imageTypeOf(new Uint8Array())).toBeNull()
})
