import { expect, test } from 'vitest'
import { heicTypeOf, imageTypeOf } from '../../server/files/file-kind.ts'
import { describeServer } from './engines.ts'
import { linksOf, newSubmission, rowOf, signIn, uploadForm } from './surveyor.ts'

/** The photos of iPhones: shown by the browsers that can, and safe in the others. */

const field = 'household-profile.condition_photos'

/** The first bytes of a photo as an iPhone takes it. */
const heicBytes = (brand: string) =>
  new Uint8Array([0, 0, 0, 24, ...[...`ftyp${brand}`].map(letter => letter.charCodeAt(0)), 0, 0])

describeServer('a HEIC photo', server => {
  test('is served under its type, and as nothing else', async () => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission({ answers: [] }) }))
    const heic = new File([heicBytes('heic')], 'IMG_1.HEIC', { type: 'image/heic' })
    const claimed = new File(['<script>alert(1)</script>'], 'IMG_2.HEIC', { type: 'image/heic' })
    const row = rowOf(await ask('filesUpload', { id, form: uploadForm(field, [heic, claimed]) }))
    const links = linksOf(row, field)
    const answers = await Promise.all(links.map(link => server().fetch(link)))
    const headers = answers.map(answer =>
      ['Content-Type', 'Content-Disposition', 'X-Content-Type-Options'].map(name =>
        answer.headers.get(name),
      ),
    )
    expect(headers).toEqual([
      ['image/heic', "inline; filename*=UTF-8''IMG_1.HEIC", 'nosniff'],
      ['application/octet-stream', "attachment; filename*=UTF-8''IMG_2.HEIC", 'nosniff'],
    ])
    for (const { headers: of } of answers) {
      expect(of.get('Content-Security-Policy')).toMatch(/^default-src 'none'.*; sandbox$/)
    }
  })
})

test('only what begins as one is a HEIC photo, and it is none where every browser must show it', () => {
  expect(['heic', 'mif1', 'avif', 'mp42'].map(brand => heicTypeOf(heicBytes(brand)))).toEqual([
    'image/heic',
    'image/heif',
    null,
    null,
  ])
  expect(heicTypeOf(new Uint8Array())).toBeNull()
  // As a profile's picture, for example.
  expect(imageTypeOf(heicBytes('heic'))).toBeNull()
})
