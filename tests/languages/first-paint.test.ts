import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { assert, expect, test } from 'vitest'
import { root } from '../architecture/files.ts'
import * as arabic from '../../src/messages/ar/arabic.ts'
import * as french from '../../src/messages/fr/french.ts'
import { directionOf, languageFor, languages } from '../../src/messages/languages.ts'
import { titles } from '../../src/messages/app/routes.ts'

/** Before the app's code is loaded: the page's language, the splash, and what a browser reads that is too old. */

const script = readFileSync(`${root}public/start.js`, 'utf8')

const start = (stored: string | null, language: string, lacking: object = {}) => {
  const page = { lang: '', dir: '', dataset: {} }
  runInNewContext(script, {
    document: { documentElement: page },
    navigator: { language },
    localStorage: { getItem: () => stored },
    sessionStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    performance: { getEntriesByType: () => [] },
    CSS: { supports: (text: string) => text === 'selector(:has(a))' },
    ...lacking,
  })
  return page
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
  expect(start(stored, browser)).toMatchObject({ lang: language, dir: directionOf(language) })
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

test('the page has a sentence for a browser that is too old in every language, and a script that it can read', () => {
  const html = readFileSync(`${root}index.html`, 'utf8')
  const [, sentences = ''] = /<div id="too-old" role="alert">(.+?)<\/div>/s.exec(html) ?? []
  expect([...sentences.matchAll(/<p lang="(\w+)">/g)].map(([, language]) => language)).toEqual([
    ...languages,
  ])
  const code = script.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
  expect(code).not.toMatch(/=>|\?\.|\?\?|`|\.\.\.|\b(const|let|class|async)\b/)
})

test.each([
  ['Chrome 104', { CSS: { supports: () => false } }],
  ['Safari 16.3', { RegExp: () => assert.fail('Invalid group specifier name') }],
  ['a browser without CSS.supports', { CSS: undefined }],
])('%s is noted as too old', (_name, lacking) => {
  expect('tooOld' in start(null, 'en', lacking).dataset).toBe(true)
})

test('a supported browser is not', () => {
  expect('tooOld' in start(null, 'en').dataset).toBe(false)
})

test('the browser translates nothing, because the screens would no longer change', () => {
  expect(readFileSync(`${root}index.html`, 'utf8')).toMatch(/<html [^>]*translate="no"/)
})
