import { createContext, useContext } from 'react'
import type { Account } from '../../replication/wire/office/answers.ts'
import type { Language } from '../messages/languages.ts'
import type { Ask } from './office-api.ts'
import type { OfficeEnv } from './office-env.ts'
import type { Words } from './words/words.ts'

/** What every screen of the page may use. */
interface Office {
  readonly env: OfficeEnv
  readonly ask: Ask
  readonly words: Words
  readonly language: Language
  readonly chooseLanguage: (language: Language) => Promise<void>
}

/** Holds what every screen may use; null outside of the page. */
export const OfficeContext = createContext<Office | null>(null)

/** What every screen may use. */
export const useOffice = (): Office => {
  const office = useContext(OfficeContext)
  if (office === null) throw new Error('useOffice needs an OfficeContext above it.')
  return office
}

/** Holds who is signed in; null at the entrance. */
export const AccountContext = createContext<{
  readonly account: Account
  readonly change: (account: Account | null) => void
} | null>(null)

/** Who is signed in, and how that changes: null signs out. */
export const useAccount = () => {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount needs an AccountContext above it.')
  return account
}
