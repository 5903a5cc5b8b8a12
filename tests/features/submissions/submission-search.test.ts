import { afterEach, expect, test } from 'vitest'
import type { SubmissionFilter } from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { commitInterview } from '../../collections/commit.ts'
import {
  searchSubmissions,
  type Found,
} from '../../../src/features/submissions/search/search-submissions.ts'
import { isFound, searchTerms } from '../../../src/features/submissions/search/search.ts'
import * as arabicTime from '../../../src/messages/ar/app/time.ts'
import { setWords } from '../../../src/messages/catalogue.ts'
import * as frenchTime from '../../../src/messages/fr/app/time.ts'
import { setLocale } from '../../../src/messages/locale.ts'
import { createDisk, fillIn, openDevice, type Device } from '../../device.ts'

/** Finding a submission by its form, its place, its day and its answers. */

const submission = {
  formName: 'Household Profile',
  address: 'Bhuj, Kutch, Gujarat, India',
  city: 'Bhuj',
  // A Friday, on the device's clock.
  created_at: new Date(2026, 10, 20, 8, 14).toISOString(),
  answers: { name: 'Renée Devi', water: ['piped-water', 'well'], note: 'लक्ष्मी' },
}
/** A Monday. */
const now = new Date(2026, 10, 30, 12).getTime()
const finds = (query: string) => isFound(submission, searchTerms(query, now))

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

afterEach(() => {
  setWords(null)
  setLocale(undefined)
})

test.each(['20 Nov', 'nov 20', '20th November', 'Nov 20, 2026', '20 nov bhuj'])(
  'a day as it is typed: "%s" finds it, and no other day of its month',
  query => {
    setLocale('en')
    expect(finds(query)).toBe(true)
    const other = { ...submission, created_at: new Date(2026, 10, 2, 20, 20).toISOString() }
    expect(isFound(other, searchTerms(query, now))).toBe(false)
  },
)

test.each([
  '20/11',
  '20.11.',
  '20.11.2026',
  '20-11-26',
  '2026-11-20',
  '11/2026',
  'November',
  'Nov 2026',
])('a day in figures or by its name: "%s" finds it', query => {
  setLocale('en')
  expect(finds(query)).toBe(true)
})

test.each([
  '2 Nov',
  '21/11',
  '20/10',
  '20.11.2025',
  'monday',
  'last monday',
  'yesterday',
  'today',
  '2',
])('"%s" does not find it: another day, or the figure of another number', query => {
  setLocale('en')
  expect(finds(query)).toBe(false)
})

test('today, yesterday and a weekday are the latest such days', () => {
  setLocale('en')
  const on = (shift: number) => ({
    ...submission,
    created_at: new Date(2026, 10, 30 + shift, 9).toISOString(),
  })
  const daysOf = (query: string) =>
    [0, -1, -2, -6, -7, -13].filter(shift => isFound(on(shift), searchTerms(query, now)))
  expect(daysOf('today')).toEqual([0])
  expect(daysOf('Yesterday')).toEqual([-1])
  expect(daysOf('monday')).toEqual([0])
  expect(daysOf('last monday')).toEqual([-7])
  expect(daysOf('Tuesday')).toEqual([-6])
  expect(daysOf('last tue')).toEqual([-6])
})

test('the language decides which figure is the day', () => {
  const third = { ...submission, created_at: new Date(2026, 2, 4, 9).toISOString() }
  setLocale('en-US')
  expect(isFound(third, searchTerms('3/4', now))).toBe(true)
  expect(isFound(third, searchTerms('4/3', now))).toBe(false)
  setLocale('fr')
  expect(isFound(third, searchTerms('3/4', now))).toBe(false)
  expect(isFound(third, searchTerms('4/3', now))).toBe(true)
})

test('days in French and Arabic', () => {
  setLocale('fr')
  setWords({ time: frenchTime })
  expect(['20 nov', '20 nov. 2026', '20/11'].filter(finds)).toHaveLength(3)
  expect(finds('hier')).toBe(false)
  const friday = { ...submission, created_at: new Date(2026, 10, 27, 9).toISOString() }
  expect(isFound(friday, searchTerms('vendredi dernier', now))).toBe(true)
  setLocale('ar')
  setWords({ time: arabicTime })
  expect(['20 نوفمبر', '٢٠ نوفمبر ٢٠٢٦', '٢٠/١١'].filter(finds)).toHaveLength(3)
  expect(finds('أمس')).toBe(false)
  expect(isFound(friday, searchTerms('الجمعة الماضي', now))).toBe(true)
})

test('a day that is also an answer is found by either, and a word from its beginning', () => {
  setLocale('en')
  const market = { ...submission, answers: { day: 'Tuesday', phone: '+919812345678' } }
  const finding = (queries: readonly string[]) =>
    queries.filter(query => isFound(market, searchTerms(query, now)))
  expect(finding(['tuesday', 'tues', '91981'])).toHaveLength(3)
  expect(finding(['ell', 'esday', '1', '98', '9812'])).toEqual([])
  // Figures of other answers are no day.
  const counted = { ...submission, answers: { girls: '21', boys: '11' } }
  expect(isFound(counted, searchTerms('21/11', now))).toBe(false)
})

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
  for await (const part of searchSubmissions(device.db, filter, searchTerms(query, now))) {
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
