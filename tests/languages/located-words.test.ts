import { afterEach, expect, test } from 'vitest'
import { setWords } from '../../src/messages/catalogue.ts'
import { loadWords } from '../../src/messages/load-words.ts'
import { setLocale } from '../../src/messages/locale.ts'
import { localeFor, type Language } from '../../src/messages/languages.ts'
import { locatedText } from '../../src/messages/submissions/submission.ts'

afterEach(() => {
  setWords(null)
  setLocale(undefined)
})

const hour = 3600

test.each<readonly [Language, readonly string[]]>([
  [
    'en',
    [
      'Located 1 hour after the first answer',
      'Located 47 hours after the first answer',
      'Located 2 days after the first answer',
    ],
  ],
  [
    'fr',
    [
      'Localisée 1 heure après la première réponse',
      'Localisée 47 heures après la première réponse',
      'Localisée 2 jours après la première réponse',
    ],
  ],
  [
    'ar',
    [
      'حُدّد الموقع بعد أول إجابة بمقدار ساعة',
      'حُدّد الموقع بعد أول إجابة بمقدار 47 ساعة',
      'حُدّد الموقع بعد أول إجابة بمقدار يومين',
    ],
  ],
])(
  'a late position is said in whole hours, from two days on in days (%s)',
  async (language, texts) => {
    setWords(await loadWords(language))
    setLocale(localeFor(language, language))
    expect([1.9 * hour, 47.9 * hour, 71 * hour].map(locatedText)).toEqual(texts)
  },
)
