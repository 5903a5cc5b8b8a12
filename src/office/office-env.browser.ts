import { csrfCookie } from '../../replication/wire/calls.ts'
import type { OfficeEnv } from './office-env.ts'

const languageKey = 'language'

/** The browser. Only this file of the page touches it. */
export const createOfficeEnv = (): OfficeEnv => ({
  fetch: (path, init) => fetch(path, { ...init, credentials: 'same-origin' }),
  csrfToken: () =>
    document.cookie
      .split('; ')
      .find(each => each.startsWith(`${csrfCookie}=`))
      ?.slice(csrfCookie.length + 1) ?? '',
  browserLanguage: navigator.language,
  readLanguage: () => {
    try {
      return localStorage.getItem(languageKey)
    } catch {
      return null
    }
  },
  keepLanguage: language => {
    try {
      localStorage.setItem(languageKey, language)
    } catch {
      // Full or denied: the next visit begins in the browser's language.
    }
  },
  setPage: ({ language, direction, title }) => {
    document.documentElement.lang = language
    document.documentElement.dir = direction
    document.title = title
  },
  // A random part for each digit, because randomUUID is there only over HTTPS.
  uuid: () =>
    '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, digit => {
      const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
      return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
    }),
  print: () => print(),
  firstToken: location.pathname.endsWith('/first') ? location.hash.slice(1) : '',
})
