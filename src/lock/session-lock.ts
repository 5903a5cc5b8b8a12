import type { LockCode } from '../session/session.ts'
import { admit, type AdmitParts } from './admit.ts'
import type { LockParts } from './lock.ts'

/** The lock as the session uses it; the rest is loaded only where there is a PIN. */
export const createSessionLock = (parts: LockParts & AdmitParts): LockCode => ({
  reopen: async database => (await import('./lock.ts')).reopen(parts, database),
  admit: login => admit(parts, login),
})
