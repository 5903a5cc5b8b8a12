import { LoginRequest } from '../../replication/wire/requests.ts'
import { good, refuse, type Answer } from '../http/answer.ts'
import type { PublicCall, PublicHandler, SurveyorHandler } from '../backend.ts'
import { limits } from '../limits.ts'
import { userToWire } from '../wire/rows.ts'
import { noteSecurity } from './security-log.ts'
import { deleteEndedSessions, deleteSession, insertSession } from '../store/sessions.ts'
import { setPasswordHash, stillHasPassword, userByEmail, type UserRow } from '../store/users.ts'
import { newToken, tokenSha256 } from '../auth/tokens.ts'
import { readBody } from '../http/validate.ts'

/** 429 with the time to wait, for a key with too many failures. */
export const tooManyTries = (call: PublicCall, waitMs: number): Answer => {
  noteSecurity(call, 'warn', 'too-many-tries', { seconds: Math.ceil(waitMs / 1000) })
  return refuse(429, 'Too many attempts. Please wait a little and try again.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  })
}

/** More tries for a network with a recent successful login, because a team behind it may mistype often. */
const freeOfKnownNetwork = 500

/**
 * Opens a session for a checked password, and stores that at today's cost. Returns null when the password was replaced
 * while it was checked.
 */
const openSession = async (
  { backend: { db, clock, passwords } }: PublicCall,
  user: UserRow,
  password: string,
): Promise<string | null> => {
  const token = newToken()
  const now = new Date(clock())
  const expires = new Date(now.getTime() + limits.sessionMs)
  const newHash = passwords.isOutdated(user.password_hash) ? await passwords.hash(password) : null
  return db.tx(async query => {
    if (!(await stillHasPassword(query, user.id, user.password_hash))) return null
    if (newHash !== null) await setPasswordHash(query, user.id, newHash)
    await deleteEndedSessions(query, user.id, now)
    await insertSession(query, tokenSha256(token), user.id, now, expires)
    return token
  })
}

/** Opens a session after the password was replaced, because another login may have stored the same one at today's cost. */
const openAgain = async (
  call: PublicCall,
  { email, password }: Readonly<Record<'email' | 'password', string>>,
): Promise<string | null> => {
  const { db, passwords } = call.backend
  const user = await userByEmail(db.query, email)
  const isSame = user !== null && (await passwords.matches(password, user.password_hash))
  return isSame ? openSession(call, user, password) : null
}

const incorrect = refuse(422, 'The email or password is not correct.')

/** Checks the password of one login, and opens a session. */
const checkLogin = async (
  call: PublicCall,
  body: Readonly<Record<'email' | 'password', string>>,
  key: string,
): Promise<Answer> => {
  const { db, passwords, rateLimits, knownNetworks, pseudonym } = call.backend
  const network = call.remoteAddress
  const waitMs = () =>
    Math.max(rateLimits.login.waitMs(key), rateLimits.loginNetwork.waitMs(network))
  if (waitMs() > 0) return tooManyTries(call, waitMs())

  const user = await userByEmail(db.query, body.email)
  let isTried = false
  const mayTry = () => {
    isTried = waitMs() === 0
    return isTried
  }
  const stored = user?.password_hash ?? null
  const matches = await passwords.matches(body.password, stored, mayTry)
  if (!isTried) return tooManyTries(call, waitMs())
  if (user === null || !matches) {
    rateLimits.login.failed(key)
    const isKnown = knownNetworks.has(network)
    rateLimits.loginNetwork.failed(network, isKnown ? freeOfKnownNetwork : undefined)
    noteSecurity(call, 'warn', 'login-refused', { account: user?.id ?? pseudonym(body.email) })
    return incorrect
  }
  rateLimits.login.succeeded(key)
  if (user.is_active) knownNetworks.add(network)
  const access_token =
    (await openSession(call, user, body.password)) ?? (await openAgain(call, body))
  if (access_token === null) return incorrect
  noteSecurity(call, 'info', 'login', { account: user.id, active: user.is_active })
  return good('Login successful', { access_token, user: userToWire(user, call) })
}

/**
 * POST login (7.2). An inactive user gets an answer with that status, and the app refuses them (5.4). Many logins of one
 * account at once are refused, because they would take all turns of checking passwords from the others.
 */
export const login: PublicHandler = async call => {
  const body = await readBody(call.request, LoginRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const key = `${call.remoteAddress} ${body.value.email}`
  const answer = await call.backend.logins.run(key, () => checkLogin(call, body.value, key))
  return answer ?? tooManyTries(call, 1000)
}

/** POST logout (7.3): ends this session only. The browser clears its cached photos. */
export const logout: SurveyorHandler = async call => {
  await deleteSession(call.backend.db.query, call.sessionSha256)
  noteSecurity(call, 'info', 'logout', { account: call.user.id })
  return good('Logged out', null, { headers: { 'Clear-Site-Data': '"cache"' } })
}
