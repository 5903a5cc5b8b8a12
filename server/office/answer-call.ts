import { randomUUID } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { csrfCookie, headers } from '../../replication/wire/calls.ts'
import { officeCalls, type OfficeCallName } from '../../replication/wire/office/calls.ts'
import type { OfficeCall } from '../../replication/wire/office/office-call.ts'
import { tokenSha256 } from '../auth/tokens.ts'
import type { Backend, PublicCall } from '../backend.ts'
import { refuse, type Answer } from '../http/answer.ts'
import { limits } from '../limits.ts'
import { officeAccountBySession, type OfficeAccount } from '../store/office/accounts.ts'
import { touchOfficeSession } from '../store/office/sessions.ts'
import { addToTrail } from '../store/trail.ts'
import type { AccountCall, VisitorCall } from './office-call.ts'
import { officeHandlers } from './routes.ts'
import { tokenOf } from './session-cookie.ts'

const signInAgain = refuse(401, 'Please sign in again.')
const forged = refuse(403, 'The security token does not match. Please reload the page.')
const notYours = refuse(403, 'Your role does not include this.')
const passwordFirst = refuse(403, 'Please choose a password of your own first.', {
  code: 'password_required',
})
const noRoom = refuse(503, 'The disk of the server is full. Please try again later.', {
  headers: { 'Retry-After': '60' },
})

/**
 * Whether a request comes from the office's page. The cookie of the session is sent by the browser, so unlike those of a
 * surveyor a request without the XSRF pair is refused.
 */
const isForged = (request: Request): boolean => {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  if (request.method === 'GET') return false
  const given = request.headers.get(headers.csrf)
  return !given || given !== parse(request.headers.get('Cookie') ?? '', csrfCookie)[csrfCookie]
}

/** How old the noted use of a session may be. Noting each would be a write for each read. */
const touchMs = 5 * 60_000

const accountOf = async (
  { db, clock }: Backend,
  sessionSha256: string,
): Promise<OfficeAccount | null> => {
  const now = clock()
  const account = await officeAccountBySession(db.query, sessionSha256, {
    begunAfter: new Date(now - limits.officeSessionMs),
    usedAfter: new Date(now - limits.officeIdleMs),
  })
  if (account !== null && now - account.used_at.getTime() > touchMs)
    await touchOfficeSession(db.query, sessionSha256, new Date(now))
  return account
}

type PublicName = {
  [Name in OfficeCallName]: (typeof officeCalls)[Name]['roles'] extends 'public' ? Name : never
}[OfficeCallName]

const isPublic = (name: OfficeCallName): name is PublicName => officeCalls[name].roles === 'public'

/** The handler of a signed-in account's call, or why this account may not make it. */
const permitted = async (name: Exclude<OfficeCallName, PublicName>, call: VisitorCall) => {
  const { backend, sessionSha256 } = call
  const account = sessionSha256 === null ? null : await accountOf(backend, sessionSha256)
  if (account === null || sessionSha256 === null) return { refusal: signInAgain }
  const { roles, isBeforePassword = false, method }: OfficeCall = officeCalls[name]
  if (!roles.includes(account.role)) return { refusal: notYours }
  if (account.is_temporary && !isBeforePassword) return { refusal: passwordFirst }
  if (method !== 'GET' && name !== 'signOut' && !(await backend.hasRoom()))
    return { refusal: noRoom }
  const accountCall: AccountCall = { ...call, account, sessionSha256 }
  return { account, handle: () => officeHandlers[name](accountCall) }
}

/** Answers one call of the office's table. */
export const answerOfficeCall = async (
  name: OfficeCallName,
  backend: Backend,
  incoming: Omit<PublicCall, 'backend' | 'query'>,
): Promise<Answer> => {
  const { request } = incoming
  if (isForged(request)) return forged
  const token = tokenOf(request)
  const noted: { what: string; who: string | null }[] = []
  const call: VisitorCall = {
    ...incoming,
    backend,
    query: new URL(request.url).searchParams,
    sessionSha256: token === null ? null : tokenSha256(token),
    note: (what, who) => noted.push({ what, who: who ?? null }),
  }
  const addNoted = async (account: OfficeAccount | null, end: string): Promise<void> => {
    for (const { what, who } of noted) {
      await addToTrail(backend.db.query, {
        id: randomUUID(),
        at: new Date(backend.clock()),
        who: who ?? account?.email ?? 'unknown',
        command: ['office', name, what, end].filter(word => word !== '').join(' '),
      })
    }
  }
  const answered = async (
    handle: () => Promise<Answer>,
    account: OfficeAccount | null,
  ): Promise<Answer> => {
    const answer = await handle().catch(async (failure: unknown) => {
      // It may have changed something. Its own failure is the one to report.
      await addNoted(account, '(failed)').catch(() => undefined)
      throw failure
    })
    await addNoted(account, '')
    return answer
  }
  if (isPublic(name)) return answered(() => officeHandlers[name](call), null)
  const found = await permitted(name, call)
  return 'refusal' in found ? found.refusal : answered(found.handle, found.account)
}
