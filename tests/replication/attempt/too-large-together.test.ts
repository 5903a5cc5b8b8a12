import { afterEach, expect, test } from 'vitest'
import { submissionOf, submit } from '../../device.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** A proxy that takes each photo, but not several in one request. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

const isUpload = (input: Request | URL | string): boolean =>
  String(input instanceof Request ? input.url : input).endsWith('/upload-files')

test('each photo goes alone once the proxy has refused them together', async () => {
  const sizes: number[] = []
  phone = await openPlainPhone({}, fetch => async (input, init) => {
    if (!isUpload(input)) return fetch(input, init)
    const request = new Request(input, init)
    const { size } = await request.clone().blob()
    sizes.push(size)
    return size > 1000 ? new Response('Request Entity Too Large', { status: 413 }) : fetch(request)
  })
  const bytes = (filled: number) => Array.from({ length: 400 }, () => filled)
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
  const photos = names.map((name, at) => photo(name, ...bytes(at)))
  const { id } = await submit(phone.device, '3', { q: 'yes' }, photos)
  await phone.settle()
  await phone.settle()
  expect((await submissionOf(phone.device, id))?.files_pending).toBe(0)
  const [row] = phone.server.rows()
  expect(row?.files.map(({ name }) => name).sort()).toEqual(names)
  // Refused once, and not for each photo.
  expect(sizes.filter(size => size > 1000)).toHaveLength(1)
  expect(sizes).toHaveLength(5)
})
