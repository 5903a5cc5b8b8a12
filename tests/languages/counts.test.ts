import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as arabic from '../../src/messages/ar/arabic.ts'
import * as english from '../../src/messages/english.ts'
import * as french from '../../src/messages/fr/french.ts'
import { localeFor, type Language } from '../../src/messages/languages.ts'
import { setLocale } from '../../src/messages/locale.ts'
import { sourceFiles } from '../architecture/files.ts'
import { textsIn } from './texts.ts'

/** What every text with a number must be, whatever the number: in its plural form, and in one kind of digits. */

const spoken = { en: english, fr: french, ar: arabic } satisfies Record<Language, unknown>

/** The texts of a language by their path, each with the same number wherever it takes one. */
const textsWith = (language: Language, count: number): ReadonlyMap<string, string> =>
  new Map(textsIn(spoken[language], '', count))

const speak = (language: Language, browser: string = language) => {
  beforeAll(() => setLocale(localeFor(language, browser)))
  afterAll(() => setLocale(undefined))
}

/** Texts whose number is a text or always large. Five are the spec's own, which are true of several. */
const exempt: ReadonlySet<string> = new Set([
  '.submission.files.notShown',
  '.submission.files.viewAll',
  '.sync.sync.tooSlow',
  '.sync.syncToasts.removed',
  '.sync.syncToasts.retried',
  '.sync.syncToasts.fieldsFailed',
  '.sync.syncToasts.uploadFailed',
  '.backup.restored.known',
  '.fill.fill.located',
  '.fill.problems.password',
  '.hints.hints.fast',
  '.hints.hints.number',
  '.hints.hints.same',
  '.lock.pin.on',
  '.passwords.passwords.short',
  '.passwords.passwords.hint',
  '.profile.changePassword.short',
  '.profile.changePassword.hint',
  '.profile.pictureEditor.zoomText',
  '.profile.profile.unsent',
])

const wrong = (texts: ReadonlyMap<string, string>, pattern: RegExp) =>
  [...texts].filter(([path, text]) => !exempt.has(path) && pattern.test(text))

describe('English', () => {
  speak('en')

  test('one is singular', () => {
    expect(wrong(textsWith('en', 1), /\b1 \p{L}*[^su\P{L}]s\b/u)).toEqual([])
  })

  test('and its rule sees a plural', () => {
    expect(wrong(textsWith('en', 2), /\b2 \p{L}*[^su\P{L}]s\b/u).length).toBeGreaterThan(30)
  })
})

describe('French', () => {
  speak('fr')

  test.each([0, 1])('%d is singular', count => {
    const plural = new RegExp(String.raw`(^|[^\p{L}\d])${count}\s\p{L}+s(?!\p{L})`, 'u')
    expect(wrong(textsWith('fr', count), plural)).toEqual([])
  })

  test('and its rule sees a plural', () => {
    expect(wrong(textsWith('fr', 2), /(^|\P{L})2\s\p{L}+s(?!\p{L})/u).length).toBeGreaterThan(30)
  })
})

describe.each(['ar', 'ar-EG', 'ar-MA', 'ar-SA'])('Arabic on a device in %s', browser => {
  speak('ar', browser)

  test('has one kind of digits', () => {
    for (const count of [0, 3, 11, 100, 1234.5]) {
      expect(wrong(textsWith('ar', count), /[٠-٩٫٬۰-۹]/)).toEqual([])
    }
  })

  test('has another word after 3 than after 11, and none of them after 1 or 2', () => {
    const counted = (count: number, [path, text]: readonly [string, string]): string | null => {
      const word = new RegExp(String.raw`(^|[^\d.])${count} (\p{L}+)`, 'u').exec(text)?.[2]
      return word === undefined || notCounted.has(word) || countsNothing.has(path) ? null : word
    }
    const many = textsWith('ar', 11)
    const alike = [...textsWith('ar', 3)].filter(([path, text]) => {
      const word = counted(3, [path, text])
      return word !== null && word === counted(11, [path, many.get(path) ?? ''])
    })
    expect(alike).toEqual([])
    for (const count of [1, 2]) {
      const texts = [...textsWith('ar', count)]
      expect(texts.filter(entry => counted(count, entry) !== null)).toEqual([])
    }
  })
})

/** Words that follow a number without being counted: units, and 'of', 'in', 'or', 'today'. */
const notCounted: ReadonlySet<string> = new Set(
  'من في أو اليوم م كم ث هكتار بايت كيلوبايت ميغابايت غيغابايت'.split(' '),
)

/** Texts that take a text where `textsWith` gives a number, or whose number is not followed by what it counts. */
const countsNothing: ReadonlySet<string> = new Set([
  '.lock.pin.on',
  '.fill.fill.notFoundOffline',
  '.fill.fill.submissionNotLocal',
  '.fill.fill.recovered',
  '.fill.fill.moreProblems',
  '.fill.problems.dateRange',
  '.fill.inputs.moveUp',
  '.fill.inputs.moveDown',
  '.fill.files.limitEach',
  '.hints.hints.number',
  '.hints.hints.fast',
  '.hints.hints.far',
  '.profile.profile.unsent',
  '.repeats.repeats.most',
  '.submission.submission.notFoundLocally',
  '.submission.files.notShown',
  '.submission.files.unreachable',
  '.sync.sync.tooSlow',
])

test('no screen puts a time ago with a capital letter into a sentence', () => {
  const inSentences = sourceFiles.flatMap(({ path, text }) =>
    path.startsWith('src/')
      ? [...text.matchAll(/\bwords?(?:\.\w+)+\(relativeTime\(/g)].map(
          ([call]) => `${path}: ${call}`,
        )
      : [],
  )
  expect(inSentences).toEqual([])
})
