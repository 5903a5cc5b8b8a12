import { namedBlobs } from '../store/freed-blobs.ts'
import { latestTrail } from '../store/trail.ts'
import type { Command } from './command.ts'

const trailRows = 200

/** trail show: the actions of administrators, latest last. */
export const showTrail: Command = async ({ db }) => {
  const entries = await latestTrail(db.query, trailRows)
  return entries.map(({ at, who, command }) => `${at.toISOString()}  ${who}  ${command}`)
}

/** Younger bytes stay because an upload writes its bytes before the row that names them. */
const restMs = 24 * 60 * 60_000
const batchSize = 500

/** files sweep: deletes bytes that no row names and that are older than a day. */
export const sweepFiles: Command = async ({ db, blobs, clock }) => {
  let swept = 0
  let seen = 0
  let batch: string[] = []
  const sweep = async () => {
    const named = new Set(await namedBlobs(db.query, batch))
    for (const sha256 of batch) {
      if (named.has(sha256)) continue
      await blobs.remove(sha256)
      swept += 1
    }
    batch = []
  }
  for await (const { sha256, writtenMs } of blobs.list()) {
    seen += 1
    if (clock() - writtenMs > restMs) batch.push(sha256)
    if (batch.length === batchSize) await sweep()
  }
  await sweep()
  return [`${seen} files, ${swept} deleted that no row refers to.`]
}
