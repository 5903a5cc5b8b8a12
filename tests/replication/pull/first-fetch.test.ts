import { binned } from '../../binned.ts'
import { afterEach, expect, test } from 'vitest'
import { submissionOf, submit } from '../../device.ts'
import { openPlainPhone, type PlainPhone } from '../plain-phone.ts'

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
  expect(asked).toEqual(['1000', '1000', '1000'])
  await phone.device.sync.refresh.now('submissions')
  expect(asked.slice(3)).toEqual(['100'])
}, 120_000)

test('a short page does not end the list, because a server may cap its pages', async () => {
  phone = await openPlainPhone({ past: 31, rowsPerPage: 15 })
  await phone.device.sync.refresh.now('submissions')
  expect(await phone.submissions()).toHaveLength(31)
})

test('every form comes where a server caps its pages and names the total', async () => {
  const forms = Array.from({ length: 31 }, (_, at) => ({
    id: at + 1,
    title: `Survey ${at}`,
    sections: [],
  }))
  const asked: string[] = []
  phone = await openPlainPhone(
    { forms, rowsPerPage: 15, envelope: 'paginator' },
    fetch => (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.pathname.endsWith('/forms')) asked.push(url.searchParams.get('page') ?? '')
      return fetch(input, init)
    },
  )
  asked.length = 0
  await phone.device.sync.refresh.now('forms')
  expect(await phone.device.db.forms.find().exec()).toHaveLength(31)
  expect(asked).toEqual(['1', '2', '3'])
})

test('every form comes where a server caps its pages and names no total', async () => {
  const forms = Array.from({ length: 31 }, (_, at) => ({
    id: at + 1,
    title: `Survey ${at}`,
    sections: [],
  }))
  phone = await openPlainPhone({ forms, rowsPerPage: 15 })
  await phone.device.sync.refresh.now('forms')
  expect(await phone.device.db.forms.find().exec()).toHaveLength(31)
})

test.each([
  ['refuses', 404, true],
  ['fails at', 500, false],
  ['repeats its only page as', 200, true],
])(
  'a server without a total that %s another page has its forms on the phone',
  async (_, status, isWhole) => {
    const forms = [1, 2].map(id => ({ id, title: `Survey ${id}`, sections: [] }))
    phone = await openPlainPhone({ forms }, fetch => async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (!url.pathname.endsWith('/forms') || url.searchParams.get('page') === '1') {
        return fetch(input, init)
      }
      return Response.json({ data: forms }, { status })
    })
    await phone.device.sync.refresh.now('forms')
    expect(await phone.device.db.forms.find().exec()).toHaveLength(2)
    // Only a list that is known to be whole takes a form away.
    forms.pop()
    await phone.device.sync.refresh.now('forms')
    expect(await phone.device.db.forms.find().exec()).toHaveLength(isWhole ? 1 : 2)
  },
)

test.each([
  ['a page that is refused', 404],
  ['an empty page', 200],
])('%s ends the list of forms, and no form leaves the device', async (_, status) => {
  const forms = [1, 2, 3].map(id => ({ id, title: `Survey ${id}`, sections: [] }))
  const asked: (string | null)[] = []
  let isCut = false
  phone = await openPlainPhone({ forms, envelope: 'paginator' }, fetch => async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!isCut || !url.pathname.endsWith('/forms')) return fetch(input, init)
    const page = Number(url.searchParams.get('page'))
    asked.push(url.searchParams.get('page'))
    const data = page === 1 ? [{ id: 1, title: 'Renamed', updated_at: '' }] : []
    return Response.json({ data: { data, total: 3 } }, { status: page === 1 ? 200 : status })
  })
  await phone.device.sync.refresh.now('forms')
  isCut = true
  await phone.device.sync.refresh.now('forms')
  expect(asked).toEqual(['1', '2'])
  const kept = await phone.device.db.forms.find().exec()
  expect(kept.filter(({ hidden }) => hidden === 0)).toHaveLength(3)
  expect(kept.map(({ title }) => title)).toContain('Renamed')
})

test.each([
  ['that repeats its first page', [1, 2], 4],
  ['of which one was withdrawn after the first page', [4], 3],
])('no form leaves the device by a list %s', async (_, second, totalThen) => {
  const forms = [1, 2, 3, 4].map(id => ({ id, title: `Survey ${id}`, sections: [] }))
  let isCut = false
  phone = await openPlainPhone({ forms, envelope: 'paginator' }, fetch => async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!isCut || !url.pathname.endsWith('/forms')) return fetch(input, init)
    const page = url.searchParams.get('page')
    const ids = page === '1' ? [1, 2] : page === '2' ? second : []
    const data = ids.map(id => ({ id, title: `Survey ${id}`, updated_at: '' }))
    return Response.json({ data: { data, total: page === '1' ? 4 : totalThen } })
  })
  await phone.device.sync.refresh.now('forms')
  isCut = true
  await phone.device.sync.refresh.now('forms')
  const kept = await phone.device.db.forms.find().exec()
  expect(kept.filter(({ hidden }) => hidden === 0)).toHaveLength(4)
})

test('a form that cannot be read makes no request for another page', async () => {
  const asked: string[] = []
  phone = await openPlainPhone({}, fetch => (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!url.pathname.endsWith('/forms')) return fetch(input, init)
    asked.push(url.searchParams.get('page') ?? '')
    return Promise.resolve(
      Response.json({ data: { data: [{ id: 1, title: 'One' }, { title: 'No id' }], total: 2 } }),
    )
  })
  asked.length = 0
  await phone.device.sync.refresh.now('forms')
  expect(asked).toEqual(['1'])
})

test('the row of a lost answer is found on any page, and is not sent again', async () => {
  let isLost = false
  phone = await openPlainPhone({ past: 31, rowsPerPage: 15 }, fetch => async (input, init) => {
    const request = new Request(input, init)
    const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
    const answer = await fetch(request)
    if (!isCreate || isLost) return answer
    isLost = true
    throw new TypeError('Failed to fetch')
  })
  const { id } = await submit(phone.device, '3', { q: 'the answer was lost' })
  // Rows of other phones push it from the first page.
  for (let row = 0; row < 20; row += 1) {
    const created_at = new Date(phone.device.env.clock.now() + 60_000 + row * 1000).toISOString()
    await phone.elsewhere('POST', '/form-submissions', { form_id: '3', created_at, answers: [] })
  }
  await phone.settle()
  expect(phone.server.rows()).toHaveLength(31 + 1 + 20)
  expect(await phone.submissions()).toContainEqual(
    expect.objectContaining({ id, syncStatus: 'synced' }),
  )
})

test('what a server has lost goes to the bin, and can be sent again', async () => {
  phone = await openPlainPhone()
  const { id } = await submit(phone.device, '3', { q: 'yes' })
  await phone.elsewhere('DELETE', '/form-submissions/1')
  await phone.device.sync.refresh.now('submissions')
  expect(await phone.submissions()).toHaveLength(0)
  expect(await binned(phone.device.db)).toMatchObject([
    { id, binned: { reason: 'missing' }, answers: { q: 'yes' } },
  ])
})

test('an interview is sent when the rows that are read before it have hundreds of brackets', async () => {
  let isLost = false
  phone = await openPlainPhone({}, fetch => async (input, init) => {
    const request = new Request(input, init)
    const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
    if (!isLost || !isCreate) return fetch(request)
    isLost = false
    throw new TypeError('Failed to fetch')
  })
  for (let row = 0; row < 120; row += 1) {
    await phone.elsewhere('POST', '/form-submissions', {
      form_id: '3',
      latitude: null,
      longitude: null,
      created_at: new Date(Date.UTC(2026, 10, 19, 10, row)).toISOString(),
      answers: [{ form_field_id: 'age', value: '[[[[[18;25[ "\\' }],
    })
  }
  isLost = true
  const { id } = await submit(phone.device, '3', { q: 'the request was lost' })
  await phone.settle()
  expect(await submissionOf(phone.device, id)).toMatchObject({ syncStatus: 'synced' })
  expect(phone.server.rows()).toHaveLength(121)
})
