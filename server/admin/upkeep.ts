import { sweepFreed } from '../files/sweep.ts'
import { freeUnnamed } from '../store/freed-blobs.ts'
import { latestTrail, trailSince } from '../store/trail.ts'
import { AdminProblem, counted, type Command } from './command.ts'

const trailRows = 200

/** trail show: the actions of administrators, latest last. */
export const showTrail: Command = async ({ db }) => {
  const entries = await latestTrail(db.query, trailRows)
  return entries.map(({ at, who, command }) => `${at.toISOString()}  ${who}  ${command}`)
}

/**
 * trail export [--since <time>]: the actions as JSON Lines, oldest first, to be kept where an administrator of this server
 * cannot change them.
 */
export const exportTrail: Command = async ({ db }, given) => {
  const since = new Date(given.options['since'] ?? 0)
  if (Number.isNaN(since.getTime()))
    throw new AdminProblem('--since must be a time such as 2026-11-29 or 2026-11-29T18:00:00Z.')
  return (await trailSince(db.query, since)).map(entry => JSON.stringify(entry))
}

/** Younger bytes may belong to an upload that has not written its rows yet. */
const restMs = 24 * 60 * 60_000
const batchSize = 500

/**
 * files sweep: frees bytes that no row names and that are older than a day, and deletes what was freed an hour ago. It
 * deletes nothing at once, because an upload of the same bytes may have found them and not written its row yet.
 */
export const sweepFiles: Command = async ({ db, blobs, clock }) => {
  let freed = 0
  let seen = 0
  let batch: string[] = []
  const free = async () => {
    freed += await freeUnnamed(db.query, batch, new Date(clock()))
    batch = []
  }
  for await (const { sha256, writtenMs } of blobs.list()) {
    seen += 1
    if (clock() - writtenMs > restMs) batch.push(sha256)
    if (batch.length === batchSize) await free()
  }
  await free()
  await sweepFreed({ db, blobs, clock })
  return [
    `${counted(seen, 'file')}; ${counted(freed, 'file')} that no row refers to will be deleted an hour from now.`,
  ]
}
