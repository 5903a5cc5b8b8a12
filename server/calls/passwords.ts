import {
  PasswordChangeRequest,
  PasswordForgotRequest,
  PasswordResetRequest,
  PasswordResetVerifyRequest,
  PasswordSetRequest,
} from '../../replication/wire/requests.ts'
import { good, refuse, refuseFields, type Answer, type Refusal } from '../http/answer.ts'
import type { PublicCall, PublicHandler, SurveyorCall, SurveyorHandler } from '../backend.ts'
import { isShortPassword, limits } from '../limits.ts'
import { userToWire } from '../wire/rows.ts'
import {
  deleteOtherSessions,
  insertPasswordReset,
  passwordResetUser,
  consumePasswordReset,
} from '../store/sessions.ts'
import { setPassword, stillHasPassword, userByEmail } from '../store/users.ts'
import { newToken, tokenSha256 } from '../auth/tokens.ts'
import { readBody } from '../http/validate.ts'
import { noteSecurity } from './security-log.ts'
import { tooManyTries } from './sign-in.ts'

/** The messages of 5.6 and 5.7. */
const passwordProblem = (
  field: string,
  password: string,
  repeated: string,
  mismatch: string,
  name = 'Password',
): Refusal | null => {
  if (password !== repeated) return refuseFields({ [field]: [mismatch] })
  if (isShortPassword(password)) {
    return refuseFields({
      [field]: [`${name} must be at least ${limits.passwordLength} characters long.`],
    })
  }
  return null
}

const linkEnded = refuse(422, 'This reset link has expired or was already used.')

const sendResetLink = async (call: PublicCall, email: string): Promise<void> => {
  const { db, clock, mailer, log } = call.backend
  if (call.mailOrigin === null) {
    log('error', 'email-not-sent', { reason: 'PUBLIC_URL is not set' })
    return
  }
  const user = await userByEmail(db.query, email)
  if (user === null || !user.is_active) return
  const token = newToken()
  const now = new Date(clock())
  const expires = new Date(clock() + limits.passwordResetMs)
  const most = limits.passwordResetLinks
  const isStored = await db.tx(query =>
    insertPasswordReset(query, tokenSha256(token), user.id, { now, expires, most }),
  )
  // The links that were sent before still work, so a stranger cannot keep the owner from one.
  if (!isStored) return noteSecurity(call, 'warn', 'password-reset-capped', { account: user.id })
  const link = `${call.mailOrigin}/reset-password?token=${token}`
  const text = `Someone requested a new password for this address.\nOpen this link within an hour to choose one:\n\n${link}\n\nIf it was not you, ignore this e-mail.`
  await mailer({ to: user.email, subject: 'Reset your password', text })
}

/** POST password-forgot (7.4): the same answer for known and unknown addresses. */
export const passwordForgot: PublicHandler = async call => {
  const { forgot } = call.backend.rateLimits
  const body = await readBody(call.request, PasswordForgotRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal

  const key = `${call.remoteAddress} ${body.value.email}`
  const waitMs = forgot.waitMs(key)
  if (waitMs > 0) return tooManyTries(call, waitMs)
  forgot.failed(key)
  const account = call.backend.pseudonym(body.value.email)
  noteSecurity(call, 'info', 'password-reset-asked', { account })

  // Done after the answer, because its duration must not reveal whether the address is known.
  call.backend.later(() => sendResetLink(call, body.value.email))
  return good('If this address is known, a reset link has been e-mailed to it.', null)
}

/** POST password-reset-verify (7.5): whether a link still works. It stays valid. */
export const passwordResetVerify: PublicHandler = async call => {
  const body = await readBody(call.request, PasswordResetVerifyRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { db, clock } = call.backend
  const userId = await passwordResetUser(db.query, tokenSha256(body.value.token), new Date(clock()))
  return userId === null ? linkEnded : good('This reset link works.', { valid: true })
}

/** POST password-reset (7.6): invalidates the link and ends every session. */
export const passwordReset: PublicHandler = async call => {
  const body = await readBody(call.request, PasswordResetRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { token, password, confirm_password } = body.value
  const problem = passwordProblem('password', password, confirm_password, 'Passwords do not match.')
  if (problem !== null) return problem

  const { db, clock, passwords } = call.backend
  const now = new Date(clock())
  if ((await passwordResetUser(db.query, tokenSha256(token), now)) === null) return linkEnded
  const hash = await passwords.hash(password)
  return db.tx(async query => {
    const userId = await consumePasswordReset(query, tokenSha256(token), now)
    if (userId === null) return linkEnded
    await setPassword(query, userId, hash)
    await deleteOtherSessions(query, userId, null)
    noteSecurity(call, 'info', 'password-reset', { account: userId })
    return good('Your password has been reset.', null)
  })
}

/** Returns false when the password was replaced since the request was read. */
const replacePassword = async (
  { backend: { db, passwords }, user, sessionSha256 }: SurveyorCall,
  password: string,
): Promise<boolean> => {
  const hash = await passwords.hash(password)
  return db.tx(async query => {
    if (!(await stillHasPassword(query, user.id, user.password_hash))) return false
    await setPassword(query, user.id, hash)
    await deleteOtherSessions(query, user.id, sessionSha256)
    return true
  })
}

/**
 * Allows one password call per user at a time. Hashing occupies one of two slots for half a second, so parallel calls
 * of one user could block all logins.
 */
const oneAtATime =
  (handler: SurveyorHandler): SurveyorHandler =>
  async call =>
    (await call.backend.passwordCalls.run(call.user.id, () => handler(call))) ??
    tooManyTries(call, 1000)

/** Whether a password is the user's own, or the refusal when there were too many wrong ones. */
const checkOwn = async (
  call: SurveyorCall,
  password: string,
): Promise<'right' | 'wrong' | Answer> => {
  const { passwords } = call.backend
  const { change } = call.backend.rateLimits
  const waitMs = () => change.waitMs(call.user.id)
  if (waitMs() > 0) return tooManyTries(call, waitMs())
  const mayTry = () => waitMs() === 0
  if (await passwords.matches(password, call.user.password_hash, mayTry)) {
    change.succeeded(call.user.id)
    return 'right'
  }
  if (!mayTry()) return tooManyTries(call, waitMs())
  change.failed(call.user.id)
  noteSecurity(call, 'warn', 'password-change-refused', { account: call.user.id })
  return 'wrong'
}

const incorrect = refuseFields({ old_password: ['The current password is not correct.'] })

/** POST password-change (7.7): ends all other sessions. */
export const passwordChange: SurveyorHandler = oneAtATime(async call => {
  const body = await readBody(call.request, PasswordChangeRequest)
  if (!body.ok) return body.refusal
  const { old_password, new_password, confirm_password } = body.value
  const problem = passwordProblem(
    'new_password',
    new_password,
    confirm_password,
    'New passwords do not match.',
    'New password',
  )
  if (problem !== null) return problem

  const checked = await checkOwn(call, old_password)
  if (checked !== 'right') return checked === 'wrong' ? incorrect : checked
  if (!(await replacePassword(call, new_password))) return incorrect
  noteSecurity(call, 'info', 'password-changed', { account: call.user.id })
  return good('Password updated successfully!', null)
})

const alreadySet = refuse(422, 'The password has already been set.')

/** POST password-set (7.8), at the first login. A repeat with the same password gets the same answer. */
export const passwordSet: SurveyorHandler = oneAtATime(async call => {
  const body = await readBody(call.request, PasswordSetRequest)
  if (!body.ok) return body.refusal
  const { token, new_password, new_password_confirmation } = body.value
  if (tokenSha256(token) !== call.sessionSha256) {
    return refuseFields({ token: ['The token does not belong to this session.'] })
  }
  const mismatch = 'Passwords do not match.'
  const problem = passwordProblem('new_password', new_password, new_password_confirmation, mismatch)
  if (problem !== null) return problem

  const user = userToWire({ ...call.user, is_first_login: false }, call)
  const done = good('Password set successfully! Welcome.', { user })
  if (!call.user.is_first_login) {
    const checked = await checkOwn(call, new_password)
    return checked === 'wrong' ? alreadySet : checked === 'right' ? done : checked
  }
  if (!(await replacePassword(call, new_password))) return alreadySet
  noteSecurity(call, 'info', 'password-set', { account: call.user.id })
  return done
})
