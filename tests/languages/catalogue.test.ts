import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../architecture/files.ts'
import * as arabic from '../../src/messages/ar/arabic.ts'
import { setWords } from '../../src/messages/catalogue.ts'
import * as french from '../../src/messages/fr/french.ts'
import { languages, type Language } from '../../src/messages/languages.ts'
import { setLocale } from '../../src/messages/locale.ts'
import type { Translation } from '../../src/messages/translation.ts'

/** Every language has all texts of English, in its own words. */

const translations: Readonly<Record<Exclude<Language, 'en'>, Translation>> = {
  fr: french,
  ar: arabic,
}
type Areas = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The files of English, whatever their room. */
const files = readdirSync(`${root}src/messages`, { recursive: true, encoding: 'utf8' }).filter(
  path => path.endsWith('.ts') && !languages.some(language => path.startsWith(`${language}/`)),
)

/** The English words as the screens use them; they change with the language. */
const live: Record<string, Record<string, unknown>> = {}

const isWords = (value: unknown): value is object => typeof value === 'object' && value !== null

beforeAll(async () => {
  for (const path of files) {
    const area = basename(path, '.ts')
    const exports = (await import(/* @vite-ignore */ `${root}src/messages/${path}`)) as Record<
      string,
      unknown
    >
    const words = Object.entries(exports).filter(([, value]) => isWords(value))
    if (words.length > 0 && !notSpoken.has(area)) live[area] = Object.fromEntries(words)
  }
})
afterAll(() => {
  setWords(null)
  setLocale(undefined)
})

/** Not translated: the languages' own names, the notice that contains every language itself, the list of areas. */
const notSpoken: ReadonlySet<string> = new Set(['languages', 'background-sync', 'english'])

type Leaf = readonly [path: string, value: unknown]

/** Every text, by its path in the catalogue. */
const leavesOf = (value: unknown, path = ''): readonly Leaf[] =>
  isWords(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`))
    : [[path, value]]

/** Lists whose length depends on the language: search terms. */
const isFree = (path: string) => path.includes('.tags.')
/** Identifiers, which are the same in every language. */
const isName = (path: string) => /\.(id|key|kind)$/.test(path)

type Say = (...values: readonly unknown[]) => unknown

const said = (say: Say, values: readonly unknown[]): string => {
  try {
    return String(say(...values))
  } catch {
    // The function expects another kind of value.
    return ''
  }
}

const texts = ['‹one›', '‹two›', '‹three›', '‹four›']
const numbers = [703, 704, 705, 706]

/** Which of its arguments a text contains, whether texts or numbers. */
const shownBy = (say: Say): readonly boolean[] => {
  const [withTexts, withNumbers] = [said(say, texts), said(say, numbers)]
  return texts.map(
    (text, at) => withTexts.includes(text) || withNumbers.includes(String(numbers[at])),
  )
}

const areasOf = (translation: Translation) => translation as unknown as Areas

describe.each(Object.entries(translations))('%s', (language, translation) => {
  const english = () => leavesOf(live).filter(([path]) => !isFree(path))
  const spoken = () => leavesOf(translation).filter(([path]) => !isFree(path))
  const byPath = () => new Map(spoken())

  test('has the keys of English, and no others', () => {
    const keys = (leaves: readonly Leaf[]) => leaves.map(([path]) => path).sort()
    expect(keys(spoken())).toEqual(keys(english()))
  })

  test('takes the arguments of English', () => {
    const spokenBy = byPath()
    const wrong = english().filter(([path, value]) => {
      const other = spokenBy.get(path)
      if (typeof value !== 'function' || typeof other !== 'function')
        return typeof value !== typeof other
      return other.length !== value.length
    })
    expect(wrong.map(([path]) => path)).toEqual([])
  })

  test('leaves no text empty', () => {
    const empty = spoken().filter(
      ([, value]) =>
        (typeof value === 'string' && value.trim() === '') ||
        (typeof value === 'function' &&
          (said(value as Say, texts) + said(value as Say, numbers)).trim() === ''),
    )
    expect(empty.map(([path]) => path)).toEqual([])
  })

  test('inserts its arguments, as English does', () => {
    const spokenBy = byPath()
    const lost = english().flatMap(([path, value]) => {
      const other = spokenBy.get(path)
      if (typeof value !== 'function' || typeof other !== 'function') return []
      const shown = shownBy(other as Say)
      return shownBy(value as Say).some((isShown, at) => isShown && shown[at] !== true)
        ? [path]
        : []
    })
    expect(lost).toEqual([])
  })

  /** The texts that are the same as in another language. */
  const sharedWith = (others: readonly Leaf[]) => {
    const spokenBy = byPath()
    const same = others.filter(
      ([path, value]) =>
        typeof value === 'string' &&
        !isName(path) &&
        /\p{L}{3}/u.test(value) &&
        spokenBy.get(path) === value,
    )
    return same.map(([path]) => path).sort()
  }

  test('is in its own words', () => {
    expect(sharedWith(english())).toEqual(sameIn[language]?.toSorted())
  })

  test('has no words left of the language that it was copied from', () => {
    const others = Object.entries(translations).filter(([other]) => other !== language)
    const left = others.flatMap(([, other]) => sharedWith(leavesOf(other)))
    expect(left.filter(path => sameIn[language]?.includes(path) !== true)).toEqual([])
  })

  test('has the plurals of its own language', () => {
    const plural = readFileSync(`${root}src/messages/${language}/plural.ts`, 'utf8')
    expect([...plural.matchAll(/\bpluralOf<.+?>\('(\w+)'\)/g)].map(([, tag]) => tag)).toEqual([
      language,
    ])
  })

  test('replaces every word on screen', () => {
    setWords(translation)
    const missing = Object.entries(live).flatMap(([area, words]) =>
      Object.entries(words)
        .filter(([name, value]) =>
          Object.entries(value as object).some(
            ([key, word]) =>
              word !==
              (areasOf(translation)[area]?.[name] as Record<string, unknown> | undefined)?.[key],
          ),
        )
        .map(([name]) => `${area}.${name}`),
    )
    setWords(null)
    expect(missing).toEqual([])
  })
})

/** Words that happen to be the same as in English. */
const sameIn: Readonly<Record<string, readonly string[]>> = {
  fr: [
    '.articles.documentation.title',
    '.common.common.notifications',
    '.fill.fill.sections',
    '.info.help.documentation',
    '.profile.pictureEditor.zoom',
    '.routes.routeWords.documentation.title',
    '.settings.settings.version',
  ],
  ar: [],
}

test('English comes back unchanged', () => {
  const before = leavesOf(live)
  setWords(arabic)
  expect(leavesOf(live)).not.toEqual(before)
  setWords(null)
  expect(leavesOf(live)).toEqual(before)
})
