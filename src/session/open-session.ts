import { unseal } from './seal.ts'
import { readSession, type SignedIn } from './stored-session.ts'

/** Opens a session as it is stored, or as the worker has it; null when the key is another one, or it cannot be read. */
export const openSession = async (sealed: string, key: CryptoKey): Promise<SignedIn | null> =>
  readSession(await unseal('authData', sealed, key))
