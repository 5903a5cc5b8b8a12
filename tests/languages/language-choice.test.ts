import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import type { KeyValue } from '../../src/env.ts'
import { login } from '../../src/messages/account/auth.ts'
import { setWords } from '../../src/messages/catalogue.ts'
import { languageFor, localeFor } from '../../src/messages/languages.ts'
import { locale, numberText, setLocale } from '../../src/messages/locale.ts'
import { createLanguageChoice } from '../../src/messages/language-choice.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createDisk } from '../device.ts'
import { until } from '../env.ts'

/** How the language is chosen: the choice, the surveyor's setting, the browser's, English. */

const createPhone = (browser: string, stored: Record<string, string> = {}) => {
  const texts = new Map(Object.entries(stored))
  const localChanges$ = new Subject<string>()
  const page = { lang: '', dir: '' }
  const local: KeyValue = {
    get: key => texts.get(key) ?? null,
    set: (key, value) => void texts.set(key, value),
    remove: key => void texts.delete(key),
    keys: () => [...texts.keys()],
  }
  const env = {
    local,
    localChanges$,
    page: {
      reload: () => {},
      isSecure: true,
      language: browser,
      setTheme: () => {},
      guardUnload: () => () => {},
      setLanguage: (lang: string, dir: string) => Object.assign(page, { lang, dir }),
    },
  }
  return { env, page, texts, start: () => createLanguageChoice(env) }
}

afterEach(() => {
  setWords(null)
  setLocale(undefined)
})

describe('at the start', () => {
  test.each([
    [null, 'en-GB', 'en'],
    [null, 'fr-CA', 'fr'],
    [null, 'ar', 'ar'],
    [null, 'sw-KE', 'en'],
    ['ar', 'fr-FR', 'ar'],
    ['en', 'ar-EG', 'en'],
    ['xx', 'fr-FR', 'fr'],
  ])('%s chosen before, %s in the browser: %s', (chosen, browser, language) => {
    expect(languageFor(chosen, browser)).toBe(language)
  })

  test("numbers and days follow the device's region, if it uses the language", () => {
    expect(localeFor('en', 'en-IN')).toBe('en-IN')
    expect(localeFor('ar', 'ar-EG')).toBe('ar-EG-u-nu-latn')
    expect(localeFor('fr', 'en-IN')).toBe('fr')
    expect(localeFor('en', 'sw-KE')).toBe('en')
  })

  test.each([
    ['en-US@posix', 'en'],
    ['fr_FR.UTF-8', 'fr'],
    ['ar@', 'ar'],
    ['C', 'en'],
    ['', 'en'],
  ] as const)(
    'a browser whose language is no tag, %s, gets numbers and days of %s',
    async (browser, language) => {
      await createPhone(browser).start()
      expect(languageFor(null, browser)).toBe(language)
      expect(locale()).toBe(localeFor(language, language))
      expect(numberText(1)).not.toBe('')
    },
  )

  test('the words and the page are in that language', async () => {
    const phone = createPhone('en-US', { language: 'ar' })
    const languageChoice = await phone.start()
    expect(languageChoice.current()).toBe('ar')
    expect(login.submit).toBe('تسجيل الدخول')
    expect(phone.page).toEqual({ lang: 'ar', dir: 'rtl' })
  })
})

describe('choosing', () => {
  test('changes the words, the page and the next start, and back', async () => {
    const phone = createPhone('en-US')
    const languageChoice = await phone.start()
    expect(login.submit).toBe('Log In')
    expect(await languageChoice.choose('fr')).toBe(true)
    expect(login.submit).toBe('Se connecter')
    expect(phone.page).toEqual({ lang: 'fr', dir: 'ltr' })
    expect((await phone.start()).current()).toBe('fr')
    expect(await languageChoice.choose('en')).toBe(true)
    expect(login.submit).toBe('Log In')
    expect(phone.page).toEqual({ lang: 'en', dir: 'ltr' })
  })

  test('the last choice wins', async () => {
    const languageChoice = await createPhone('en-US').start()
    await Promise.all([languageChoice.choose('ar'), languageChoice.choose('fr')])
    expect([languageChoice.current(), login.submit]).toEqual(['fr', 'Se connecter'])
  })

  test('changes the other tabs', async () => {
    const phone = createPhone('en-US')
    const languageChoice = await phone.start()
    phone.texts.set('language', 'fr')
    phone.env.localChanges$.next('language')
    await until('the tab speaks French', () => languageChoice.current() === 'fr')
    expect(login.submit).toBe('Se connecter')
  })
})

describe('the surveyor’s setting', () => {
  let db: Database
  beforeEach(async () => {
    const { name, port } = createDisk()
    db = await openDatabase(name, workspaceStorage({ indexedDb: port }))
  })
  afterEach(() => db.close())

  test('applies once the database is open, and is kept for the next start', async () => {
    await writeSetting(db, 'language', 'ar')
    const phone = createPhone('en-US')
    const languageChoice = await phone.start()
    await languageChoice.follow(db)
    expect(languageChoice.current()).toBe('ar')
    expect((await phone.start()).current()).toBe('ar')
  })

  test('yields to a choice at the login', async () => {
    await writeSetting(db, 'language', 'ar')
    const languageChoice = await createPhone('en-US').start()
    await languageChoice.choose('fr')
    await languageChoice.follow(db)
    expect([languageChoice.current(), await readSetting(db, 'language')]).toEqual(['fr', 'fr'])
  })

  test("is not overridden by the previous surveyor's choice", async () => {
    await writeSetting(db, 'language', 'ar')
    const languageChoice = await createPhone('en-US', { language: 'fr' }).start()
    await languageChoice.follow(db)
    expect(languageChoice.current()).toBe('ar')
  })

  test('follows the choice in Settings', async () => {
    const languageChoice = await createPhone('en-US').start()
    await languageChoice.follow(db)
    expect(await readSetting(db, 'language')).toBe('')
    await languageChoice.choose('fr')
    expect(await readSetting(db, 'language')).toBe('fr')
  })
})
