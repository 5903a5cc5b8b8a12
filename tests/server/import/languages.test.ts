import { expect, it } from 'vitest'
import { languageTag } from '../../../server/import/sheet/languages.ts'

/** Languages of a workbook become tags, so that the app can show their own names. */

it.each([
  ['English (en)', 'en'],
  ['French', 'fr'],
  ['français', 'fr'],
  ['العربية', 'ar'],
  ['hindi', 'hi'],
  [' Swahili ', 'sw'],
  ['Hebrew', 'he'],
  ['Yiddish', 'yi'],
  ['pt', 'pt'],
  ['Rohingya of the camp', 'Rohingya of the camp'],
])('%s is %s', (name, tag) => {
  expect(languageTag(name)).toBe(tag)
})
