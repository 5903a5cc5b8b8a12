import * as v from 'valibot'
import { User } from '../../replication/wire/answers.ts'

/** The session of a signed-in user. */
export interface SignedIn {
  readonly kind: 'signed-in'
  readonly user: User
  readonly token: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/** The input of a login. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** WARNING: persisted (3.14). */
const AuthData = v.object({ user: User, accessToken: v.string(), expiresAt: v.number() })
const Remembered = v.object({ email: v.string(), password: v.string() })

/** Reads a stored session, from the vault or the worker's copy; null for anything else. */
export const readSession = (stored: unknown): SignedIn | null => {
  const parsed = v.safeParse(AuthData, stored)
  if (!parsed.success) return null
  const { user, accessToken, expiresAt } = parsed.output
  return { kind: 'signed-in', user, token: accessToken, expiresAt }
}

/** Reads the credentials that 'Remember me' stored; null for anything else. */
export const readRemembered = (stored: unknown): Credentials | null => {
  const parsed = v.safeParse(Remembered, stored)
  return parsed.success ? parsed.output : null
}
