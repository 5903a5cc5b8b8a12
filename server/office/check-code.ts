import { CodeRequest } from '../../replication/wire/office/requests.ts'
import { codeStep, codeUri, newCodeSecret, newRecoveryCode } from '../auth/authenticator.ts'
import { tokenSha256 } from '../auth/tokens.ts'
import type { Backend } from '../backend.ts'
import { noteSecurity } from '../calls/security-log.ts'
import { tooManyTries } from '../calls/sign-in.ts'
import { good, refuseFields } from '../http/answer.ts'
import { readBody } from '../http/validate.ts'
import { limits } from '../limits.ts'
import { organization } from '../store/admin.ts'
import {
  insertRecoveryCode,
  offerCodeSecret,
  setCodeSecret,
  useCodeStep,
  useRecoveryCode,
  type OfficeAccount,
} from '../store/office/accounts.ts'
import type { AccountHandler } from './office-call.ts'

const isUnusedCode = async (
  { db, clock }: Backend,
  { id, code_secret: secret }: OfficeAccount,
  code: string,
): Promise<boolean> => {
  const step = secret === null ? null : codeStep(secret, code, clock())
  return step === null
    ? useRecoveryCode(db.query, id, tokenSha256(code.toLowerCase()))
    : useCodeStep(db.query, id, step)
}

/** Whether a code is that of the account's authenticator, or one of its recovery codes. It is used up, and a wrong one is counted. */
export const isRightCode = async (
  backend: Backend,
  account: OfficeAccount,
  code: string,
): Promise<boolean> => {
  const { code: limit } = backend.rateLimits
  // Counted first, because many may be tried at once.
  limit.failed(account.id)
  const isRight = await isUnusedCode(backend, account, code)
  if (isRight) limit.succeeded(account.id)
  return isRight
}

/** POST office/code: a secret, which counts once one of its codes was sent. */
export const codeOffer: AccountHandler = async ({ account, backend: { db } }) => {
  const secret = newCodeSecret()
  await offerCodeSecret(db.query, account.id, secret)
  const issuer = (await organization(db.query))?.name ?? 'Transect'
  return good('A new secret', { secret, uri: codeUri(secret, account.email, issuer) })
}

const wrongCode = refuseFields({ code: ['The code is not correct.'] })

/** PUT office/code: from now on each sign-in needs a code. */
export const codeConfirm: AccountHandler = async call => {
  const body = await readBody(call.request, CodeRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { account, backend } = call
  const { db, clock, rateLimits } = backend
  const waitMs = rateLimits.code.waitMs(account.id)
  if (waitMs > 0) return tooManyTries(call, waitMs)
  const secret = account.code_secret_offered
  const step = secret === null ? null : codeStep(secret, body.value.code, clock())
  if (secret === null || step === null) {
    rateLimits.code.failed(account.id)
    return wrongCode
  }
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode)
  await db.tx(async query => {
    await setCodeSecret(query, account.id, secret, step)
    for (const code of codes) await insertRecoveryCode(query, account.id, tokenSha256(code))
  })
  noteSecurity(call, 'info', 'office-code-set', { account: account.id })
  call.note('')
  return good('Each sign-in asks for a code from now on', { recovery_codes: codes })
}

/** DELETE office/code. Asks for a code, because the session may be of someone who found the computer open. */
export const codeEnd: AccountHandler = async call => {
  const body = await readBody(call.request, CodeRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { account, backend } = call
  const waitMs = backend.rateLimits.code.waitMs(account.id)
  if (waitMs > 0) return tooManyTries(call, waitMs)
  if (!(await isRightCode(backend, account, body.value.code))) return wrongCode
  await backend.db.tx(query => setCodeSecret(query, account.id, null, 0))
  noteSecurity(call, 'info', 'office-code-ended', { account: account.id })
  call.note('')
  return good('Sign-ins ask for no code', null)
}
