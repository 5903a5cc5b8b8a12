import type { Backend, PublicCall, SurveyorCall } from '../backend.ts'
import type { Spooled } from '../files/spool.ts'
import { refuse, type Answer } from '../http/answer.ts'
import { limits } from '../limits.ts'
import { receiveMultipart, type Received } from '../http/multipart.ts'
import type { Turns } from '../env/turns.ts'
import { claimBlobs } from '../store/freed-blobs.ts'

const busy = refuse(503, 'The server is receiving many uploads. Please try again in a moment.', {
  headers: { 'Retry-After': '20' },
})

/** Runs work of a surveyor when its turn comes. */
export const inTurn = async (
  turns: Turns,
  owner: string,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const leave = await turns.enter(owner)
  return leave === null ? busy : work().finally(leave)
}

/**
 * Receives a multipart body when the turn of its owner comes, and reads nothing before. Afterwards, deletes the files that
 * `work` did not store.
 */
export const withUploadOf = (
  owner: string,
  { backend, request }: Pick<PublicCall, 'backend' | 'request'>,
  work: (received: Received) => Promise<Answer>,
): Promise<Answer> =>
  inTurn(backend.uploads, owner, async () => {
    const received = await receiveMultipart(request, backend.blobs.spool)
    if (!received.ok) return received.refusal
    try {
      return await work(received.value)
    } finally {
      await received.value.discard()
    }
  })

/** The same for a surveyor. */
export const withUpload = (
  call: SurveyorCall,
  work: (received: Received) => Promise<Answer>,
): Promise<Answer> => withUploadOf(call.user.id, call, work)

const isLarge = ({ headers }: Request): boolean => {
  const length = headers.get('Content-Length')
  return length === null ? headers.has('Transfer-Encoding') : Number(length) > limits.smallBytes
}

/**
 * Runs work that reads a body of JSON. A large body waits for its turn, unread, because those of thousands of
 * connections would not fit into the memory.
 */
export const withLargeBody = (
  { backend, request, user }: SurveyorCall,
  work: () => Promise<Answer>,
): Promise<Answer> => (isLarge(request) ? inTurn(backend.largeBodies, user.id, work) : work())

/** Stores received bytes before any row names them and outside of any transaction. */
export const storeBlobs = async (
  { db, blobs }: Pick<Backend, 'db' | 'blobs'>,
  files: readonly Spooled[],
): Promise<void> => {
  if (files.length === 0) return
  await claimBlobs(
    db.query,
    files.map(({ sha256 }) => sha256),
  )
  for (const file of files) if (!(await blobs.has(file.sha256))) await blobs.adopt(file)
}
