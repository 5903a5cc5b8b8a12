import { BehaviorSubject, type Observable } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import type { Env } from '../env.ts'
import { setWords } from './catalogue.ts'
import { directionOf, isLanguage, languageFor, localeFor, type Language } from './languages.ts'
import { loadWords } from './load-words.ts'
import { setLocale } from './locale.ts'

/** WARNING: persisted. The language until a surveyor's own setting can be read; a logout deletes it. */
const key = 'language'

/** The language of the screens, and how to change it. */
export interface LanguageChoice {
  readonly language$: Observable<Language>
  readonly current: () => Language
  /** Changes the language here and in the other tabs; false when its words cannot be loaded. */
  readonly choose: (language: Language) => Promise<boolean>
  /** Reconciles the choice with a surveyor's stored setting; a choice made on this page wins. */
  readonly follow: (db: Database) => Promise<void>
}

/**
 * The language of the screens.
 *
 *   start ──► the language kept on this device, else the browser's, else English
 *   a database opens ──► its surveyor's setting, unless another language was chosen on this page before
 *   choose ──► shown, kept for the next start, and written into the setting
 */
export const createLanguageChoice = async (
  env: Pick<Env, 'local' | 'localChanges$' | 'page'>,
): Promise<LanguageChoice> => {
  const { local, page } = env
  const language$ = new BehaviorSubject<Language>('en')
  let db: Database | null = null
  let isChosenHere = false
  let turn = Promise.resolve(true)

  const change = async (language: Language): Promise<boolean> => {
    try {
      setWords(await loadWords(language))
    } catch {
      // The words are not on this device and there is no network, so the language stays.
      return false
    }
    setLocale(localeFor(language, page.language))
    page.setLanguage(language, directionOf(language))
    if (language !== language$.value) language$.next(language)
    return true
  }
  /** One change at a time, so that the last one wins. */
  const inTurn = (language: Language): Promise<boolean> =>
    (turn = turn.then(() => change(language)))

  const keep = (language: Language): void => {
    try {
      local.set(key, language)
    } catch {
      // Full or denied: the next start uses the setting once the database is open.
    }
  }

  const stored = (): string | null => {
    try {
      return local.get(key)
    } catch {
      return null
    }
  }

  const isThere = await inTurn(languageFor(stored(), page.language))
  if (!isThere) await inTurn('en')
  env.localChanges$.subscribe(changed => {
    const language = changed === key ? stored() : null
    if (isLanguage(language)) void inTurn(language)
  })

  return {
    language$,
    current: () => language$.value,
    choose: async language => {
      if (!(await inTurn(language))) return false
      isChosenHere = true
      keep(language)
      if (db !== null && !db.closed) await writeSetting(db, 'language', language)
      return true
    },
    follow: async opened => {
      db = opened
      const language = await readSetting(opened, 'language')
      if (isChosenHere || (language === '' && isLanguage(stored()))) {
        await writeSetting(opened, 'language', language$.value)
      } else if (isLanguage(language) && (await inTurn(language))) keep(language)
    },
  }
}
