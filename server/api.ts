import { calls, type CallName } from '../replication/wire/calls.ts'
import { refuse, type Answer } from './http/answer.ts'
import type { Backend, PublicCall, SurveyorCall } from './backend.ts'
import { file } from './calls/files.ts'
import { handlers } from './calls/routes.ts'
import { isDangling } from './db/db.ts'
import { SurveyorErased, userBySession, type UserRow } from './store/users.ts'
import { bearerToken, tokenSha256 } from './auth/tokens.ts'

/** One request, with the parameters from its path. */
type Incoming = Omit<PublicCall, 'backend' | 'query'>

const queryOf = (request: Request): URLSearchParams => new URL(request.url).searchParams

const signedIn = async (
  backend: Backend,
  request: Request,
): Promise<{ readonly user: UserRow; readonly sessionSha256: string } | null> => {
  const token = bearerToken(request)
  if (token === null) return null
  const sessionSha256 = tokenSha256(token)
  const user = await userBySession(backend.db.query, sessionSha256, new Date(backend.clock()))
  return user === null ? null : { user, sessionSha256 }
}

const loginAgain = refuse(401, 'Please login again')

/** Answers a surveyor who was erased during the call like one without a session. */
const unlessErased = (answering: Promise<Answer>): Promise<Answer> =>
  answering.catch((failure: unknown) => {
    if (failure instanceof SurveyorErased || isDangling(failure)) return loginAgain
    throw failure
  })

/** An inactive user gets only their own account. The app keeps their work (5.8). */
const inactive = refuse(403, 'User account is inactive')
const ofInactive: ReadonlySet<CallName> = new Set(['account', 'logout'])

/** Refuses a write, whose work stays on the device. Reads still work. */
const noRoom = refuse(503, 'The disk of the server is full. Please try again later.', {
  headers: { 'Retry-After': '60' },
})

const manyReads = refuse(503, 'The server is sending many answers. Please try again in a moment.', {
  headers: { 'Retry-After': '20' },
})

/**
 * Reads whose answers take little of the memory. A device asks for the account to learn whether the server can be reached,
 * and a map is read as it is sent.
 */
const smallReads = new Set<CallName>(['account', 'recoveryKey', 'stats', 'uploadOffset', 'map'])

/**
 * Answers a read when its turn comes. The turn ends when the answer was sent, because one that is not read stays in the
 * memory, and a page of a list has megabytes.
 */
const readInTurn = async (
  { backend, user, sent }: SurveyorCall,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const leave = await backend.reads.enter(user.id)
  if (leave === null) return manyReads
  const answering = work()
  void Promise.allSettled([answering, sent]).then(leave)
  return answering
}

/** Calls that write what every node has. */
const ofAccount = new Set<CallName>(['accountUpdate', 'logout', 'passwordChange', 'passwordSet'])

/** Answers one call from the wire's table. */
export const answerCall = async (
  name: CallName,
  backend: Backend,
  incoming: Incoming,
): Promise<Answer> => {
  const call: PublicCall = { ...incoming, backend, query: queryOf(incoming.request) }
  const { shares } = backend
  const ofEveryNode = { ...backend, db: shares.everyNode }
  if (isPublic(name)) return unlessErased(handlers[name]({ ...call, backend: ofEveryNode }))
  const session = await signedIn(backend, incoming.request)
  if (session === null) return loginAgain
  if (!session.user.is_active && !ofInactive.has(name)) return inactive
  const own = ofAccount.has(name)
    ? ofEveryNode
    : { ...backend, db: await shares.of(session.user.id) }
  const signedInCall = { ...call, ...session, backend: own }
  const handle = () => unlessErased(handlers[name](signedInCall))
  if (smallReads.has(name)) return handle()
  if (calls[name].method === 'GET') return readInTurn(signedInCall, handle)
  if (name !== 'logout' && !(await backend.hasRoom())) return noRoom
  return handle()
}

type PublicName = {
  [Name in CallName]: (typeof calls)[Name]['access'] extends 'public' ? Name : never
}[CallName]

const isPublic = (name: CallName): name is PublicName => calls[name].access === 'public'

/** Answers a request for a stored file. A signed link needs no token. */
export const answerFile = async (
  backend: Backend,
  request: Request,
  id: string,
  name: string,
): Promise<Answer> => {
  const session = await signedIn(backend, request)
  return file({
    backend,
    id,
    name,
    query: queryOf(request),
    user: session?.user.is_active === true ? session.user : null,
  })
}
