import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ManifestFile } from '../../../collections/schemas/submissions.ts'
import { arrivedFiles, doubtOf, listedOf } from '../../../replication/attempt/file-identity.ts'
import {
  fileUrl,
  isAmong,
  nameIn,
  removedAddresses,
} from '../../../replication/rows/listed-files.ts'
import { dataUrlToBlob } from '../../../replication/attempt/data-url.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'

/** Which file of the device an address of the server stands for. */

const file = (id: string, file_name: string, more: Partial<ManifestFile> = {}): ManifestFile => ({
  id,
  field_id: 'photo',
  field_type: 'IMAGE',
  file_name,
  file_type: 'image/png',
  file_size: 1,
  ...more,
})
const at = (name: string) => `https://files.example/uploads/${name}`

test('the name in an address is its last part, decoded', () => {
  expect(nameIn(at('a%20b.png'))).toBe('a b.png')
  expect(nameIn(at('a.png?token=b.png'))).toBe('a.png')
  expect(nameIn('/uploads/a.png')).toBe('a.png')
  expect(nameIn('/uploads/a.png?token=b.png#x')).toBe('a.png')
  expect(nameIn('uploads/a%20b.png')).toBe('a b.png')
  expect(nameIn('')).toBe('')
  expect(nameIn('/uploads/%E0%A4%A')).toBe('')
})

test.each([
  ['https://files.example/a.png', 'https://files.example/a.png'],
  ['//files.example/a.png', 'https://files.example/a.png'],
  ['/files/a b.png', 'https://api.example/files/a%20b.png'],
  ['/files/12', 'https://api.example/files/12'],
  ['files/a.png?sig=1', 'https://api.example/files/a.png?sig=1'],
  ['javascript:alert(1)', null],
  ['data:image/png;base64,AA==', null],
  ['N/A', null],
  ['not taken', null],
  ['', null],
])('the address %j is %j on the server of the API', (text, url) => {
  expect(fileUrl(text, 'https://api.example/api')?.href ?? null).toBe(url)
})

test('what a lost upload carried is read from its item, and is all that is pending where it notes nothing', () => {
  const pending = [{ doc: { id: 'x' } }, { doc: { id: 'y' } }]
  const payload = { fileIds: ['a'], listed: ['/b'] }
  expect(doubtOf(outboxItem('i', { payload }), pending)).toEqual(payload)
  expect(doubtOf(outboxItem('i', {}), pending)).toEqual({ fileIds: ['x', 'y'], listed: [] })
  const odd = { fileIds: ['a', 7], listed: 'no list' }
  expect(doubtOf(outboxItem('i', { payload: odd }), pending)).toEqual({
    fileIds: ['x', 'y'],
    listed: [],
  })
})

test('a row lists the addresses of a field over all of its occurrences', () => {
  const row = v.parse(SubmissionRow, {
    id: 1,
    form_id: 3,
    created_at: '2026-11-20T09:30:00Z',
    answers: [
      { form_field_id: 'photo', value: null, value_json: [at('a.png')], occurrence: 0 },
      { form_field_id: 'photo', value: null, value_json: [at('b.png')], occurrence: 2 },
      { form_field_id: 'other', value: null, value_json: [at('c.png')] },
    ],
  })
  expect(listedOf(row, 'photo')).toEqual([at('a.png'), at('b.png')])
  expect(listedOf(row, 'none')).toEqual([])
})

test('what arrived is recognized by its name among the addresses that are new', () => {
  const manifest = [file('1', 'a.png'), file('2', 'b.png'), file('3', 'a.png')]
  const doubt = { fileIds: ['1', '2', '3'], listed: [at('a.png')] }
  const arrived = (...listed: readonly string[]) => arrivedFiles(doubt, manifest, listed)
  expect(arrived(at('a.png'))).toEqual([])
  expect(arrived(at('a.png'), at('b.png'))).toEqual(['2'])
  // An address that was there before takes none of the new ones away.
  expect(arrived(at('a.png'), at('a.png'))).toEqual(['1'])
  expect(arrived(at('a.png'), at('a.png'), at('a.png'), at('b.png'))).toEqual(['1', '2', '3'])
})

test('a server that gives names of its own has taken the first so many', () => {
  const manifest = [file('1', 'a.png'), file('2', 'b.png')]
  const doubt = { fileIds: ['1', '2'], listed: ['/old'] }
  expect(arrivedFiles(doubt, manifest, ['/old', '/x'])).toEqual(['1'])
  expect(arrivedFiles(doubt, manifest, ['/old', '/x', '/y'])).toEqual(['1', '2'])
  expect(arrivedFiles(doubt, manifest, ['/old'])).toEqual([])
})

test('the addresses of what an edit took out are found by name, and by place where the server names files itself', () => {
  const removed = { removed: true }
  const photo = [at('a.png'), at('b.png')]
  const of = (files: readonly ManifestFile[], answers: Record<string, string[]> = { photo }) =>
    removedAddresses({ files: [...files], answers })
  expect(of([file('1', 'a.png'), file('2', 'b.png', removed)])).toEqual([at('b.png')])
  expect(of([file('1', 'a.png', removed), file('2', 'b.png', removed)])).toEqual(photo)
  // The server lists them in an order of its own.
  expect(of([file('1', 'b.png'), file('2', 'a.png', removed)])).toEqual([at('a.png')])
  // Of two with one name the second was sent second.
  expect(
    of([file('1', 'a.png'), file('2', 'a.png', removed)], {
      photo: [at('a.png'), `${at('a.png')}?2`],
    }),
  ).toEqual([`${at('a.png')}?2`])
  expect(of([file('1', 'x.png'), file('2', 'y.png', removed)])).toEqual([at('b.png')])
  // Nothing says which of them it is.
  expect(of([file('2', 'y.png', removed)])).toEqual([])
  expect(of([file('2', 'y.png', removed)], {})).toEqual([])
  // Another occurrence has a list of its own.
  expect(
    of([file('1', 'a.png'), file('2', 'x.png', { ...removed, occurrence: 1 })], {
      photo,
      'photo#1': [at('z.png')],
    }),
  ).toEqual([at('z.png')])
})

const digest = (of: string) => of.repeat(64).slice(0, 64)
const bytesAt = (name: string, of: string) => `${at(name)}?signature=1#sha256=${digest(of)}`

test('where the server says what the bytes are, they decide and no name does', () => {
  const removed = { removed: true }
  const photo = [bytesAt('image.jpg', 'a'), bytesAt('image.jpg', 'b')]
  const of = (...files: readonly ManifestFile[]) =>
    removedAddresses({ files: [...files], answers: { photo } })
  const image = (id: string, sha256: string, more: Partial<ManifestFile> = {}) =>
    file(id, 'image.jpg', { sha256: digest(sha256), ...more })
  expect(of(image('1', 'b', removed))).toEqual([photo[1]])
  expect(of(image('1', 'c', removed))).toEqual([])
  // An equal file stays, under the same address.
  expect(of(image('1', 'a', removed), image('2', 'a'))).toEqual([])
  expect(of(image('1', 'a', removed), image('2', 'a', { field_id: 'plan' }))).toEqual([photo[0]])
  expect(isAmong(image('1', 'c'), photo)).toBe(false)
  expect(isAmong(file('1', 'image.jpg'), photo)).toBe(true)
})

test('without digests a name says nothing of a file when another phone may have sent one of that name', () => {
  const removed = { removed: true }
  const of = (photo: string[], ...files: readonly ManifestFile[]) =>
    removedAddresses({ files: [...files], answers: { photo } })
  expect(of([at('a.png'), `${at('a.png')}?2`], file('1', 'a.png', removed))).toEqual([])
  expect(of([at('a.png')], file('1', 'a.png', removed), file('2', 'a.png'))).toEqual([])
  expect(of([at('a.png')], file('1', 'a.png', removed))).toEqual([at('a.png')])
})

test('a picture that is kept as a text is the bytes it was made of', async () => {
  const blob = dataUrlToBlob(`data:image/png;base64,${btoa('bytes')}`)
  expect(blob?.type).toBe('image/png')
  expect(await blob?.text()).toBe('bytes')
  expect(dataUrlToBlob('data:image/png;base64,')).toBeNull()
  expect(dataUrlToBlob('data:image/png;base64,%')).toBeNull()
  expect(dataUrlToBlob('https://files.example/a.png')).toBeNull()
})
