import { randomUUID } from 'node:crypto'
import type { Account } from '../../replication/wire/office/answers.ts'
import {
  FirstRequest,
  PasswordRequest,
  SignInRequest,
} from '../../replication/wire/office/requests.ts'
import { newToken, tokenSha256 } from '../auth/tokens.ts'
import { noteSecurity } from '../calls/security-log.ts'
import { tooManyTries } from '../calls/sign-in.ts'
import { good, refuse, refuseFields, type Answer } from '../http/answer.ts'
import { readBody } from '../http/validate.ts'
import { isShortPassword, limits } from '../limits.ts'
import { organization } from '../store/admin.ts'
import {
  insertOfficeAccount,
  officeAccountByEmail,
  officeAccounts,
  scopeOf,
  setOfficePassword,
  type OfficeAccount,
} from '../store/office/accounts.ts'
import {
  deleteEndedOfficeSessions,
  deleteOfficeSession,
  deleteOtherOfficeSessions,
  insertOfficeSession,
  useFirstLink,
} from '../store/office/sessions.ts'
import { isRightCode } from './check-code.ts'
import type { AccountHandler, VisitorCall, VisitorHandler } from './office-call.ts'
import { endedCookie, sessionCookie } from './session-cookie.ts'

/** How the page shows an account. */
const shown = async (
  { backend: { db } }: VisitorCall,
  account: OfficeAccount,
): Promise<Account> => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  scope: scopeOf(account),
  has_code: account.code_secret !== null,
  is_temporary: account.is_temporary,
  organization_name: (await organization(db.query))?.name ?? null,
})

const incorrect = refuse(422, 'The email or password is not correct.')
const codeNeeded = refuse(422, 'Please enter the code of your authenticator.', {
  code: 'code_required',
})
const codeWrong = refuse(422, 'The code is not correct.', { code: 'code_wrong' })

/** Opens a session in place of the one that the browser has, so that no one knows its token from before. */
const openSession = async (call: VisitorCall, account: OfficeAccount): Promise<Answer> => {
  const { db, clock } = call.backend
  const token = newToken()
  const now = new Date(clock())
  await db.tx(async query => {
    await deleteEndedOfficeSessions(query, new Date(now.getTime() - limits.officeSessionMs))
    if (call.sessionSha256 !== null) await deleteOfficeSession(query, call.sessionSha256)
    await insertOfficeSession(query, tokenSha256(token), account.id, now)
  })
  noteSecurity(call, 'info', 'office-sign-in', { account: account.id })
  call.note('', account.email)
  return good('Signed in', await shown(call, account), {
    headers: sessionCookie(token, call.origin),
  })
}

const checkSignIn = async (
  call: VisitorCall,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  key: string,
): Promise<Answer> => {
  const { db, passwords, rateLimits, pseudonym } = call.backend
  const network = call.remoteAddress
  const waitMs = () =>
    Math.max(rateLimits.login.waitMs(key), rateLimits.loginNetwork.waitMs(network))
  if (waitMs() > 0) return tooManyTries(call, waitMs())
  const account = await officeAccountByEmail(db.query, email)
  let isTried = false
  const mayTry = () => {
    isTried = waitMs() === 0
    return isTried
  }
  const matches = await passwords.matches(password, account?.password_hash ?? null, mayTry)
  if (!isTried) return tooManyTries(call, waitMs())
  if (account === null || !matches || !account.is_active) {
    rateLimits.login.failed(key)
    rateLimits.loginNetwork.failed(network)
    const who = account?.id ?? pseudonym(email)
    noteSecurity(call, 'warn', 'office-sign-in-refused', { account: who })
    return incorrect
  }
  if (account.code_secret !== null) {
    if (code === undefined || code === '') return codeNeeded
    const codeWaitMs = rateLimits.code.waitMs(account.id)
    if (codeWaitMs > 0) return tooManyTries(call, codeWaitMs)
    if (!(await isRightCode(call.backend, account, code))) {
      noteSecurity(call, 'warn', 'office-code-refused', { account: account.id })
      return codeWrong
    }
  }
  rateLimits.login.succeeded(key)
  return openSession(call, account)
}

/** POST office/session. Many at once for one address are refused, as those of surveyors are. */
export const signIn: VisitorHandler = async call => {
  const body = await readBody(call.request, SignInRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const key = `office ${call.remoteAddress} ${body.value.email}`
  const answer = await call.backend.logins.run(key, () => checkSignIn(call, body.value, key))
  return answer ?? tooManyTries(call, 1000)
}

/** GET office/session */
export const session: AccountHandler = async call =>
  good('Signed in', await shown(call, call.account))

/** DELETE office/session: ends this session only. */
export const signOut: AccountHandler = async call => {
  await deleteOfficeSession(call.backend.db.query, call.sessionSha256)
  noteSecurity(call, 'info', 'office-sign-out', { account: call.account.id })
  return good('Signed out', null, {
    headers: { ...endedCookie(call.origin), 'Clear-Site-Data': '"cache"' },
  })
}

const shortPassword = (field: string): Answer =>
  refuseFields({
    [field]: [`The password needs at least ${limits.passwordLength} characters.`],
  })

/** POST office/password. Asks for the old one, because the session may be of someone who found the computer open. */
export const passwordChange: AccountHandler = async call => {
  const body = await readBody(call.request, PasswordRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { account, sessionSha256, backend } = call
  const { db, passwords, rateLimits, passwordCalls } = backend
  const key = `office ${account.id}`
  const { old_password, new_password } = body.value
  if (isShortPassword(new_password)) return shortPassword('new_password')
  if (new_password === old_password)
    return refuseFields({ new_password: ['Please choose another password than the old one.'] })
  const answer = await passwordCalls.run(key, async () => {
    const waitMs = rateLimits.change.waitMs(key)
    if (waitMs > 0) return tooManyTries(call, waitMs)
    const wrong = refuseFields({ old_password: ['The old password is not correct.'] })
    if (!(await passwords.matches(old_password, account.password_hash))) {
      rateLimits.change.failed(key)
      return wrong
    }
    rateLimits.change.succeeded(key)
    const after = await passwords.hash(new_password)
    const isStored = await db.tx(async query => {
      const change = { before: account.password_hash, after, isTemporary: false }
      const isSet = await setOfficePassword(query, account.id, change)
      if (isSet) await deleteOtherOfficeSessions(query, account.id, sessionSha256)
      return isSet
    })
    if (!isStored) return wrong
    call.note('')
    return good('Password changed', await shown(call, { ...account, is_temporary: false }))
  })
  return answer ?? tooManyTries(call, 1000)
}

const linkEnded = refuse(422, 'This link was used or has ended. Start the server for another one.')

/** POST office/first: the one way to an account without a command, on a server that has none. */
export const first: VisitorHandler = async call => {
  const body = await readBody(call.request, FirstRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { db, clock, passwords, rateLimits } = call.backend
  const { token, email, name, password } = body.value
  const key = `office first ${call.remoteAddress}`
  const waitMs = rateLimits.login.waitMs(key)
  if (waitMs > 0) return tooManyTries(call, waitMs)
  if (isShortPassword(password)) return shortPassword('password')
  const passwordHash = await passwords.hash(password)
  const now = new Date(clock())
  const isMade = await db.tx(async query => {
    if (!(await useFirstLink(query, tokenSha256(token), now))) return false
    if ((await officeAccounts(query)).length > 0) return false
    return insertOfficeAccount(query, {
      id: randomUUID(),
      email,
      name,
      role: 'administrator',
      scope: { kind: 'all' },
      passwordHash,
      isTemporary: false,
      now,
    })
  })
  if (!isMade) {
    rateLimits.login.failed(key)
    return linkEnded
  }
  call.note(email, email)
  return good('The first administrator is made', null)
}
