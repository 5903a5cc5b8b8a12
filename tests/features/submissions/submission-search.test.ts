import { expect, test } from 'vitest'
import type { SubmissionFilter } from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { commitInterview } from '../../collections/commit.ts'
import {
  searchSubmissions,
  type Found,
} from '../../../src/features/submissions/search-submissions.ts'
import { isFound, searchWords } from '../../../src/features/submissions/search.ts'
import { createDisk, fillIn, openDevice, type Device } from '../../device.ts'

/** Finding a submission by its form, its place, its day and its answers. */

const submission = {
  formName: 'Household Profile',
  address: 'Bhuj, Kutch, Gujarat, India',
  city: 'Bhuj',
  created_at: '2026-11-20T08:14:00.000Z',
  answers: { name: 'Renée Devi', water: ['piped-water', 'well'], note: 'लक्ष्मी' },
}
const finds = (query: string) => isFound(submission, searchWords(query))

test.each([
  'household',
  'PROFILE bhuj',
  'gujarat renee',
  'piped water',
  'piped-water well',
  'लक्ष्मी',
  '2026',
  '   ',
])('"%s" finds it', query => {
  expect(finds(query)).toBe(true)
})

test.each(['school', 'bhuj school', 'piped-water nowhere', '2025', 'true', 'name'])(
  '"%s" does not: every word must match, and names of fields are not searched',
  query => {
    expect(finds(query)).toBe(false)
  },
)

/** Writes copies of one submission to the device, each older than the one before. Every tenth is in Anjar. */
const fillDevice = async (device: Device, count: number): Promise<void> => {
  const { draft, contents } = await fillIn(device, 'f', { a: 'well' })
  const now = device.env.clock.now()
  await commitInterview(device.db, draft, contents, now)
  const first = await device.db.submissions.findOne(draft.id).exec(true)
  const { crdts: _, ...sample } = first.toMutableJSON() as SubmissionDoc
  const copies = Array.from({ length: count }, (_, at) => ({
    ...sample,
    id: `copy-${String(at).padStart(4, '0')}`,
    newest: sample.newest + 1 + at,
    city: at % 10 === 0 ? 'Anjar' : 'Bhuj',
  }))
  await device.db.submissions.bulkInsert(copies as SubmissionDoc[])
}

const searchAll = async (
  device: Device,
  filter: SubmissionFilter,
  query: string,
): Promise<readonly Found[]> => {
  const parts: Found[] = []
  for await (const part of searchSubmissions(device.db, filter, searchWords(query))) {
    parts.push(part)
  }
  return parts
}

test('a long list is searched to its end, newest first, with interim results', async () => {
  const fetch = () => Promise.reject(new TypeError('no server here'))
  const device = await openDevice({ fetch, origin: 'http://none.example' }, createDisk(), null)
  await fillDevice(device, 450)
  const parts = await searchAll(device, {}, 'anjar well')
  expect(parts.map(({ docs, isDone }) => [docs.length, isDone])).toEqual([
    [20, false],
    [40, false],
    [45, true],
  ])
  const ids = parts.at(-1)?.docs.map(({ id }) => id) ?? []
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(45)

  const many = await searchAll(device, {}, 'well')
  expect(many).toHaveLength(1)
  expect(many[0]).toMatchObject({ isDone: true, hasMore: true })
  expect(many[0]?.docs).toHaveLength(50)
  expect((await searchAll(device, { formId: 'other' }, 'well')).at(-1)?.docs).toEqual([])
  await device.crash()
})
