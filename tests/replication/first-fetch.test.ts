import { afterEach, expect, test } from 'vitest'
import { submit } from '../device.ts'
import { openPlainPhone, type PlainPhone } from './plain-phone.ts'

/** Fetching from a server without a change feed: everything once, and from then on the newest. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

test('the first fetch brings every row, later ones the newest 100', async () => {
  const asked: string[] = []
  phone = await openPlainPhone({ past: 1130 }, fetch => (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.pathname.endsWith('/form-submissions') && init?.method !== 'POST') {
      asked.push(url.searchParams.get('limit') ?? '')
    }
    return fetch(input, init)
  })
  asked.length = 0
  await phone.device.sync.refresh.now('submissions')
  expect(await phone.submissions()).toHaveLength(1130)
  expect(asked).toEqual(['1000', '1000'])
  await phone.device.sync.refresh.now('submissions')
  expect(asked.slice(2)).toEqual(['100'])
}, 120_000)

test('what a server has lost goes to the bin, and can be sent again', async () => {
  phone = await openPlainPhone()
  const { id } = await submit(phone.device, '3', { q: 'yes' })
  await phone.elsewhere('DELETE', '/form-submissions/1')
  await phone.device.sync.refresh.now('submissions')
  expect(await phone.submissions()).toHaveLength(0)
  expect(await phone.device.db.bin.findOne(id).exec()).toMatchObject({
    reason: 'missing',
    submission: { answers: { q: 'yes' } },
  })
})
