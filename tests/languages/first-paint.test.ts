import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { root } from '../architecture/files.ts'
import * as arabic from '../../src/messages/ar/arabic.ts'
import * as french from '../../src/messages/fr/french.ts'
import { directionOf, languageFor, languages } from '../../src/messages/languages.ts'
import { titles } from '../../src/messages/app/routes.ts'

/** Before the app's code is loaded, public/start.js and the splash in index.html use the same language. */

const script = readFileSync(`${root}public/start.js`, 'utf8')

const start = (stored: string | null, language: string) => {
  const page = { lang: '', dir: '', dataset: {} }
  runInNewContext(script, {
    document: { documentElement: page },
    navigator: { language },
    localStorage: { getItem: () => stored },
    sessionStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    performance: { getEntriesByType: () => [] },
  })
  return [page.lang, page.dir]
}

test.each([
  [null, 'en-GB'],
  [null, 'fr-CA'],
  [null, 'AR-eg'],
  [null, 'sw-KE'],
  [null, 'fr@posix'],
  [null, 'ar_EG.UTF-8'],
  ['ar', 'en-US'],
  ['en', 'fr-FR'],
  ['fr', 'ar'],
])('%s chosen, %s in the browser', (stored, browser) => {
  const language = languageFor(stored, browser)
  expect(start(stored, browser)).toEqual([language, directionOf(language)])
})

test('the splash describes the app in every language', () => {
  const html = readFileSync(`${root}index.html`, 'utf8')
  const lines = [...html.matchAll(/<p class="what" lang="(\w+)">(.+)<\/p>/g)].map(
    ([, language, text]) => [language, text],
  )
  const of = ({ unnamed }: { readonly unnamed: string }) => unnamed.split(' | ')[1]
  const said = { en: of(titles), fr: of(french.routes.titles), ar: of(arabic.routes.titles) }
  expect(lines).toEqual(languages.map(language => [language, said[language]]))
})

test('the browser translates nothing, because the screens would no longer change', () => {
  expect(readFileSync(`${root}index.html`, 'utf8')).toMatch(/<html [^>]*translate="no"/)
})
