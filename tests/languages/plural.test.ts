import { afterEach, describe, expect, test } from 'vitest'
import { sourceFiles } from '../architecture/files.ts'
import { counted as arabicCount, submissions } from '../../src/messages/ar/plural.ts'
import { setWords } from '../../src/messages/catalogue.ts'
import { counted as englishCount } from '../../src/messages/counted.ts'
import { counted as frenchCount } from '../../src/messages/fr/plural.ts'
import { localeFor } from '../../src/messages/languages.ts'
import { loadWords } from '../../src/messages/load-words.ts'
import { countryText, setLocale } from '../../src/messages/locale.ts'
import { storageText } from '../../src/messages/device/storage.ts'
import { settings } from '../../src/messages/account/settings.ts'
import { bin } from '../../src/messages/submissions/bin.ts'
import { submissions as words } from '../../src/messages/submissions/submissions.ts'
import { dateText, dateTimeText, relativeTime } from '../../src/messages/app/time.ts'

/** Numbers, days and plurals follow the rules of each language. */

afterEach(() => {
  setWords(null)
  setLocale(undefined)
})

test('English has two forms', () => {
  setLocale('en')
  expect([0, 1, 2, 1234].map(count => englishCount(count, 'file', 'files'))).toEqual([
    '0 files',
    '1 file',
    '2 files',
    '1,234 files',
  ])
})

test('French uses the singular for zero', () => {
  setLocale('fr')
  expect([0, 1, 2].map(count => frenchCount(count, 'fichier', 'fichiers'))).toEqual([
    '0 fichier',
    '1 fichier',
    '2 fichiers',
  ])
})

describe('Arabic has six forms', () => {
  const forms = {
    zero: 'zero',
    one: 'one',
    two: 'two',
    few: 'few',
    many: 'many',
    other: 'other',
  }
  const table: readonly (readonly [form: string, counts: readonly number[]])[] = [
    ['zero', [0]],
    ['one', [1]],
    ['two', [2]],
    ['few', [3, 10, 103, 1010]],
    ['many', [11, 26, 99, 111, 1011]],
    ['other', [100, 101, 102, 200, 1000]],
  ]
  test.each(table)('%s', (form, counts) => {
    setLocale('ar')
    for (const count of counts) expect(arabicCount(count, forms)).toMatch(new RegExp(`${form}$`))
  })

  test('one and two are words that contain the number, the others show digits', () => {
    setLocale('ar')
    expect([0, 1, 2, 3, 11, 100].map(submissions)).toEqual([
      'لا استمارات',
      'استمارة واحدة',
      'استمارتان',
      '3 استمارات',
      '11 استمارة',
      '100 استمارة',
    ])
  })
})

test('a count on screen follows the language', async () => {
  expect(words.count(3)).toBe('3 submissions')
  setWords(await loadWords('fr'))
  expect(words.count(3)).toBe('3 soumissions')
  setWords(await loadWords('ar'))
  expect(words.count(2)).toBe('استمارتان')
})

test('numbers are written as the language and the region write them', () => {
  const megabytes = 12.5 * 1024 * 1024
  setLocale('en')
  expect(storageText(megabytes)).toBe('12.5 MB')
  setLocale('fr')
  expect(storageText(megabytes)).toBe('12,5 MB')
  setLocale(localeFor('ar', 'ar-EG'))
  expect(storageText(megabytes)).toBe('12.5 MB')
})

test('a count in brackets or a pill is written as the other numbers of its screen', async () => {
  setWords(await loadWords('ar'))
  setLocale('de')
  expect([bin.link(1234), settings.recovery(1234)]).toEqual([
    'سلة المحذوفات (1.234)',
    'الاسترجاع (1.234)',
  ])
  const pills = sourceFiles.flatMap(({ path, text }) => {
    if (!path.startsWith('src/')) return []
    const written = text.matchAll(/<CountBadge[^>]*>\s*\{([^}]*)/g)
    return [...written].map(([, shown = '']) => `${path}: ${shown}`)
  })
  expect(pills.length).toBeGreaterThan(4)
  expect(pills.filter(pill => !pill.includes('numberText('))).toEqual([])
})

/** French uses non-breaking spaces. */
const plainSpaces = (text: string): string => text.replaceAll(/\s/g, ' ')

test('relative times are written in the language', async () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const hoursAgo = (hours: number) => relativeTime(now - hours * 3_600_000, now)
  expect([0, 5, 50].map(hoursAgo)).toEqual(['Just now', '5h ago', '2d ago'])
  setWords(await loadWords('fr'))
  setLocale('fr')
  expect([0, 5, 50].map(hoursAgo).map(plainSpaces)).toEqual([
    'À l’instant',
    'il y a 5 h',
    'il y a 2 j',
  ])
  setWords(await loadWords('ar'))
  setLocale('ar')
  expect([0, 5, 50].map(hoursAgo)).toEqual(['الآن', 'قبل 5 ساعات', 'قبل يومين'])
})

test('days are written as the language writes them', () => {
  const noon = new Date(2026, 10, 20, 12, 30).getTime()
  setLocale('fr')
  expect(dateText(noon)).toBe('20 nov. 2026')
  expect(dateTimeText(noon)).toContain('12:30')
  setLocale('en-GB')
  expect(dateText(noon)).toBe('20 Nov 2026')
})

test('countries have their names in the language', () => {
  setLocale('fr')
  expect(countryText('DE')).toBe('Allemagne')
  setLocale('ar')
  expect(countryText('EG')).toBe('مصر')
  setLocale('en-GB')
  expect(countryText('DE')).toBe('Germany')
})
