import { afterEach, describe, expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { submissionOf, submit } from '../../device.ts'
import { openPlainPhone, type PlainPhone } from '../plain-phone.ts'

/** Rows in the spellings of the spec, from a server with only its section 7. */

const forms = [{ id: 3, title: 'Water points', sections: [] }]
let phone: PlainPhone
afterEach(() => phone.device.crash())

const past = '2026-11-18T07:15:00.000Z'
/** A submission of another phone of the surveyor. */
const sendElsewhere = (more: object = {}) =>
  phone.elsewhere('POST', '/form-submissions', {
    form_id: '3',
    latitude: 12.9,
    longitude: 77.5,
    answers: [{ form_field_id: 'q', value: 'from elsewhere' }],
    created_at: past,
    ...more,
  })
const refresh = () => phone.device.sync.refresh.now('submissions')

const shapes = (['data', 'paginator'] as const).flatMap(envelope =>
  (['created_at', 'createdAt'] as const).map(times => ({ envelope, times })),
)

describe.each(shapes)('with $times in $envelope', shape => {
  test('a lost answer ends as one row and one submission', async () => {
    phone = await openPlainPhone({ ...shape, forms })
    phone.server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
    const { id, outcome } = await submit(phone.device, '3', { q: 'lost' })
    expect(outcome).toBe('unsent')
    await refresh()
    await phone.settle()
    await refresh()
    expect(phone.server.rows()).toHaveLength(1)
    expect(await phone.submissions()).toMatchObject([{ id, syncStatus: 'synced', server_id: '1' }])
  })

  test('two rows of one request are one submission', async () => {
    phone = await openPlainPhone({ ...shape, forms }, fetch => async (input, init) => {
      const request = new Request(input, init)
      const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
      // As a browser does when a connection breaks.
      if (isCreate) await fetch(request.clone())
      return fetch(request)
    })
    const { id } = await submit(phone.device, '3', { q: 'twice' })
    await refresh()
    expect(await phone.submissions()).toMatchObject([{ id, syncStatus: 'synced' }])
  })

  test('a row of another phone has its form, its time and its place in the order', async () => {
    phone = await openPlainPhone({ ...shape, forms })
    await sendElsewhere()
    const { id } = await submit(phone.device, '3', { q: 'from here' })
    await phone.settle()
    await refresh()
    const rows = (await phone.submissions()).toSorted((a, b) => a.newest - b.newest)
    expect(rows.map(row => row.id)).toEqual([id, '1'])
    expect(rows[1]).toMatchObject({
      formName: 'Water points',
      updated_at: expect.stringContaining('20') as string,
    })
    expect(Date.parse(rows[1]?.created_at ?? '')).toBe(Date.parse(past))
  })
})

test('a row that does not name its form is called as the form on the device, and keeps that name', async () => {
  const known = [...forms]
  phone = await openPlainPhone({ forms: known })
  await phone.device.sync.refresh.now('forms')
  await sendElsewhere()
  await refresh()
  expect(await submissionOf(phone.device, '1')).toMatchObject({ formName: 'Water points' })
  known.pop()
  await phone.device.sync.refresh.now('forms')
  await refresh()
  expect(await submissionOf(phone.device, '1')).toMatchObject({ formName: 'Water points' })
})

test('a row that comes before its form is named with the form, also under an edit', async () => {
  phone = await openPlainPhone({ forms })
  await sendElsewhere()
  await sendElsewhere({ form_id: '3', created_at: '2026-11-18T08:15:00.000Z' })
  await refresh()
  expect(await submissionOf(phone.device, '1')).toMatchObject({ formName: '' })
  await commitEdit(phone.device.db, '2', { q: 'edited' }, [], 1)
  await phone.device.sync.refresh.now('forms')
  const named = { formName: 'Water points', syncStatus: 'synced' }
  expect(await submissionOf(phone.device, '1')).toMatchObject(named)
  expect(await submissionOf(phone.device, '2')).toMatchObject({
    ...named,
    syncStatus: 'pending',
    answers: { q: 'edited' },
  })
})
