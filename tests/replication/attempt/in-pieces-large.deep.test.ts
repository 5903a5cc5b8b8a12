import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUsers } from '../../../server/demo/seed.ts'
import { submit } from '../../device.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'
import { openWeakPhone } from './weak-phone.ts'

/** 50 MB over 20 kbps with a cut every minute: five and a half hours of the link. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())

const files = Array.from({ length: 5 }, (_, at) => ({
  fieldId: 'recording',
  name: `talk ${at}.ogg`,
  bytes: new Uint8Array(randomBytes(10_000_000)),
}))

test('50 MB arrive once, byte for byte', { timeout: 3_600_000 }, async () => {
  const { device, sent, sendAll, weaken } = await openWeakPhone(server, await server.login())
  await device().sync.refresh.now('stats')
  weaken({ kbps: 20, roundTripMs: 2000, cutEveryMs: 60_000 })
  await submit(device(), 'household-profile', { q: 'yes' }, files)
  const minutes = await sendAll()
  const rows = await server.db.query<{ sha256: string }>(
    `select sha256 from submission_files where user_id = $1 and form_field_id = 'recording'
     order by position`,
    [demoUsers.asha.id],
  )
  const hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
  expect(rows.map(({ sha256 }) => sha256)).toEqual(hashes)
  for (const [at, hash] of hashes.entries()) {
    const stored = Buffer.from((await server.blobs.get(hash)) ?? [])
    expect(stored.equals(Buffer.from(files[at]?.bytes ?? []))).toBe(true)
  }
  // The bytes alone take 333 minutes.
  expect(minutes).toBeLessThan(600)
  process.stdout.write(`50 MB: ${Math.round(minutes)} minutes, ${sent.length} requests\n`)
  await device().crash()
})
