import * as v from 'valibot'
import { expect, test } from 'vitest'
import { findArticles } from '../../../src/features/info/find-articles.ts'
import { mailLink } from '../../../src/features/info/mail-link.ts'
import {
  changedFields,
  profileSchema,
  typedName,
  type ProfileFields,
} from '../../../src/features/profile/changes.ts'
import { turnedSize } from '../../../src/features/profile/crop.ts'
import { canView, readableForms } from '../../../src/features/submissions/can-view.ts'
import { listOrigin } from '../../../src/features/submissions/list-origin.ts'
import { readListed } from '../../../src/features/submissions/listed.ts'
import { toBase64 } from '../../../collections/storage/base64.ts'
import { fieldFailureText, failureText } from '../../../src/messages/app/failure.ts'
import { faq } from '../../../src/messages/help/info.ts'
import { placeText } from '../../../src/messages/interview/place.ts'
import { unsentLines } from '../../../src/messages/account/settings.ts'
import { storageText } from '../../../src/messages/device/storage.ts'
import { relativeTime } from '../../../src/messages/app/time.ts'

const now = Date.UTC(2026, 10, 20, 12)

test.each([
  [0, 'Just now'],
  [59_999, 'Just now'],
  [-5000, 'Just now'],
  [60_000, '1m ago'],
  [59 * 60_000 + 59_999, '59m ago'],
  [3_600_000, '1h ago'],
  [24 * 3_600_000 - 1, '23h ago'],
  [24 * 3_600_000, '1d ago'],
  [30 * 24 * 3_600_000 - 1, '29d ago'],
])('%d ms ago reads %s', (ageMs, text) => {
  expect(relativeTime(now - ageMs, now)).toBe(text)
})
test('after 30 days the date is shown', () => {
  expect(relativeTime(now - 30 * 24 * 3_600_000, now)).toContain('2026')
})

test.each([
  [0, '0.0 MB'],
  [1024 * 1024 * 1.25, '1.3 MB'],
  [1024 * 1024 * 999.9, '999.9 MB'],
  [1024 * 1024 * 1000, '1.0 GB'],
  [1024 * 1024 * 10_240, '10.0 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(storageText(bytes)).toBe(text)
})

test('a place is shown by its address, its city, its coordinates, or N/A', () => {
  const nowhere = { address: '', city: '', latitude: null, longitude: null }
  expect(placeText({ ...nowhere, address: 'Road 1', city: 'Bhuj' })).toBe('Road 1')
  expect(placeText({ ...nowhere, city: 'Bhuj' })).toBe('Bhuj')
  expect(placeText({ ...nowhere, latitude: 0, longitude: 69.6 })).toBe(
    '\u20660.00000, 69.60000\u2069',
  )
  expect(placeText(nowhere)).toBe('N/A')
})

test('a failure is shown in the words of the server, of a known reason, or of the screen', () => {
  const refused = {
    kind: 'permanent',
    why: 'invalid',
    status: 422,
    message: 'The data is invalid.',
    body: { message: 'The data is invalid.', errors: { a: ['One.'], b: ['Two.'] } },
  } as const
  expect(failureText(refused, 'No.')).toBe('The data is invalid.')
  expect(fieldFailureText(refused, 'No.')).toBe('One. Two.')
  expect(failureText({ kind: 'malformed', status: 200, foreign: true }, 'No.')).toBe('No.')
  expect(failureText({ kind: 'malformed', status: 200, foreign: true })).toBe(
    'An unexpected error occurred.',
  )
  expect(fieldFailureText({ kind: 'offline' }, 'No.')).toContain('offline')
})

test('View is disabled offline only when the fields of a synced submission are missing', () => {
  const readable = readableForms([
    { id: 'here', definition_hash: 'v1' },
    { id: 'head-only', definition_hash: '' },
  ])
  const submission = { syncStatus: 'synced', form_id: 'head-only', definition_hash: '' } as const
  expect(canView(submission, readable, true)).toBe(true)
  expect(canView(submission, readable, false)).toBe(false)
  expect(canView({ ...submission, form_id: 'here' }, readable, false)).toBe(true)
  expect(canView({ ...submission, syncStatus: 'pending' }, readable, false)).toBe(true)
})

test('the list reads only known values from its navigation state', () => {
  expect(listOrigin({ from: '/sync', filter: 'pending' })).toEqual({
    from: '/sync',
    pendingOnly: true,
  })
  for (const state of [null, 7, {}, { from: '//evil.example', filter: 'all' }]) {
    expect(listOrigin(state)).toEqual({ from: null, pendingOnly: false })
  }
})

test('names consist of letters of any script and spaces', () => {
  expect(typedName('Ash4a ')).toBe('Asha ')
  expect(typedName("O'Brien-Ruiz")).toBe('OBrienRuiz')
  expect(typedName('आशा देवी')).toBe('आशा देवी')
})

test('a profile is sent only when it is valid and changed', () => {
  const stored = { first_name: 'Asha', last_name: 'Verma', phone_number: '+919825000000' }
  expect(changedFields(stored, stored)).toEqual({})
  expect(changedFields({ ...stored, first_name: ' Asha ' }, stored)).toEqual({})
  expect(changedFields({ ...stored, phone_number: '+91 98250 00000' }, stored)).toEqual({})
  expect(changedFields({ ...stored, last_name: 'Rao ' }, stored)).toEqual({ last_name: 'Rao' })
  const problems = (fields: ProfileFields) => {
    const { issues } = v.safeParse(profileSchema, fields)
    return issues === undefined ? {} : v.flatten<typeof profileSchema>(issues).nested
  }
  expect(problems(stored)).toEqual({})
  expect(problems({ ...stored, phone_number: '' })).toEqual({})
  expect(problems({ ...stored, first_name: ' ', phone_number: '+9112' })).toEqual({
    first_name: ['First name is required.'],
    phone_number: ['Phone number must be 7 to 15 digits.'],
  })
})

test('a turned picture needs a larger box', () => {
  expect(turnedSize(400, 200, 0)).toEqual({ width: 400, height: 200 })
  const quarter = turnedSize(400, 200, -90)
  expect(quarter.width).toBeCloseTo(200)
  expect(quarter.height).toBeCloseTo(400)
  expect(turnedSize(100, 100, 45).width).toBeCloseTo(141.42, 1)
})

test('the help has eight articles, found by every word of the search', () => {
  expect(faq).toHaveLength(8)
  expect(findArticles(faq, '  ')).toHaveLength(8)
  expect(findArticles(faq, 'BACKUP file').map(({ id }) => id)).toEqual(['clear', 'backup'])
  expect(findArticles(faq, 'edit submission').map(({ id }) => id)).toEqual(['edit'])
  expect(findArticles(faq, 'zebra')).toEqual([])
})

test('an e-mail to the support is prepared for completion', () => {
  expect(mailLink({ subject: 'A & B', body: 'One\nTwo' })).toBe(
    'mailto:support@transect.example?subject=A%20%26%20B&body=One%0D%0ATwo',
  )
})

test('unsent work is counted in words', () => {
  const arrived = { submissions: 0, deletions: 0, profile: false }
  expect(unsentLines({ drafts: 0, notArrived: arrived, bin: 0 })).toEqual([])
  const notArrived = { submissions: 1, deletions: 2, profile: true }
  expect(unsentLines({ drafts: 2, notArrived, bin: 3 })).toEqual([
    '1 submission has not arrived',
    '2 deletions have not arrived',
    'Changes to your profile have not arrived',
    '2 unfinished submissions',
    '3 deleted submissions in the bin',
  ])
})

test("base64 of many bytes is the same as Node's", () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => (at * 7) % 256)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})

test('the list next to a submission is as it was when the submission was opened, else it has all', () => {
  const listed = { formId: 'f', pendingOnly: true, period: null, search: 'asha', onMap: true }
  expect(readListed({ listed })).toEqual(listed)
  const all = { formId: null, pendingOnly: false, period: null, search: '', onMap: false }
  for (const foreign of [null, 'text', {}, { listed: 7 }, { listed: { formId: 7, search: [] } }]) {
    expect(readListed(foreign)).toEqual(all)
  }
})
