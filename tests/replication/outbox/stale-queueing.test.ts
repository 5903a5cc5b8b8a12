import { expect, test } from 'vitest'
import { createDisk, openDevice, submit } from '../../device.ts'
import { until } from '../../env.ts'
import { entriesIn } from '../../recovery.ts'

/** What RxDB replicates later than it was settled makes no item. */

const json = (status: number, body: unknown): Response => Response.json(body, { status })

test('an interview that is refused during a run leaves no item in the outbox', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let posts = 0
  const fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/account')) return json(200, { data: { id: 7, is_active: true } })
    if (request.method !== 'POST') return json(200, { data: { data: [] } })
    posts += 1
    if (posts === 2) return json(422, { message: 'Name missing' })
    await held
    return json(201, { data: { id: 9000 + posts } })
  }
  const device = await openDevice({ fetch, origin: 'http://plain.test' }, createDisk(), 'token')
  const { db, sync } = device
  const slow = submit(device, '3', { q: 'slow' })
  await until('the first is on its way', async () => posts === 1)
  const refused = submit(device, '3', { q: 'refused' })
  await until('the second is in Recovery', async () => (await entriesIn(db)).length > 0)
  release()
  await Promise.all([slow, refused])
  // RxDB hands over its rows at the end of the run.
  await sync.wake()
  await until('nothing waits', async () => (await db.outbox.find().exec()).length === 0)
  await new Promise(resolve => setTimeout(resolve, 500))
  expect((await db.outbox.find().exec()).map(({ submission_id }) => submission_id)).toEqual([])
  await device.crash()
})
