import { LoginRequest } from '../../replication/wire/requests.ts'
import { good, refuse, type Answer } from '../http/answer.ts'
import type { PublicCall, PublicHandler, SurveyorHandler } from '../backend.ts'
import { limits } from '../http/limits.ts'
import { userToWire } from '../wire/rows.ts'
import { noteSecurity } from './security-log.ts'
import { deleteEndedSessions, deleteSession, insertSession } from '../store/sessions.ts'
import { setPasswordHash, userByEmail, type UserRow } from '../store/users.ts'
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

const openSession = async (call: PublicCall, user: UserRow): Promise<string> => {
  const token = newToken()
  const now = new Date(call.backend.clock())
  const expires = new Date(now.getTime() + limits.sessionMs)
  await call.backend.db.tx(async query => {
    await deleteEndedSessions(query, user.id, now)
    await insertSession(query, tokenSha256(token), user.id, now, expires)
  })
  return token
}

/** POST login (7.2). An inactive user gets an answer with that status, and the app refuses them (5.4). */
export const login: PublicHandler = async call => {
  const { db, passwords, rateLimits, knownNetworks, pseudonym } = call.backend
  const body = await readBody(call.request, LoginRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal

  const network = call.remoteAddress
  const key = `${network} ${body.value.email}`
  const waitMs = () =>
    Math.max(rateLimits.login.waitMs(key), rateLimits.loginNetwork.waitMs(network))
  if (waitMs() > 0) return tooManyTries(call, waitMs())

  const user = await userByEmail(db.query, body.value.email)
  let isTried = false
  const mayTry = () => {
    isTried = waitMs() === 0
    return isTried
  }
  const stored = user?.password_hash ?? null
  const matches = await passwords.matches(body.value.password, stored, mayTry)
  if (!isTried) return tooManyTries(call, waitMs())
  if (user === null || !matches) {
    rateLimits.login.failed(key)
    const isKnown = knownNetworks.has(network)
    rateLimits.loginNetwork.failed(network, isKnown ? freeOfKnownNetwork : undefined)
    noteSecurity(call, 'warn', 'login-refused', {
      account: user?.id ?? pseudonym(body.value.email),
    })
    return refuse(422, 'The email or password is not correct.')
  }
  rateLimits.login.succeeded(key)
  if (user.is_active) knownNetworks.add(network)
  if (passwords.isOutdated(user.password_hash)) {
    await setPasswordHash(db.query, user.id, await passwords.hash(body.value.password))
  }
  const access_token = await openSession(call, user)
  noteSecurity(call, 'info', 'login', { account: user.id, active: user.is_active })
  return good('Login successful', { access_token, user: userToWire(user, call) })
}

/** POST logout (7.3): ends this session only. The browser clears its cached photos. */
export const logout: SurveyorHandler = async call => {
  await deleteSession(call.backend.db.query, call.sessionSha256)
  noteSecurity(call, 'info', 'logout', { account: call.user.id })
  return good('Logged out', null, { headers: { 'Clear-Site-Data': '"cache"' } })
}
