import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mapPieceBytes } from '../../replication/wire/form/maps.ts'
import type { Db } from '../db/db.ts'
import { noRoomLeft } from '../env/disk-room.ts'
import type { BlobStore } from '../files/blobs.ts'
import { createSpool } from '../files/spool.ts'
import { claimBlobs } from '../store/freed-blobs.ts'
import { MapProblem } from './pmtiles.ts'

/** Where a map is stored. */
interface MapStore {
  readonly db: Db
  readonly blobs: BlobStore
  /** Whether a file may be written at a path; without it always. */
  readonly leavesRoom?: (path: string) => Promise<boolean>
}

/** A file in the file store. */
interface StoredMap {
  readonly sha256: string
  readonly sizeBytes: number
  /** The hashes of its pieces, in order. */
  readonly pieces: readonly string[]
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Moves a copy of a file into the store. Throws MapProblem when there is no room for it. */
export const storeMap = async (
  { db, blobs, leavesRoom }: MapStore,
  path: string,
): Promise<StoredMap> => {
  const pieces: string[] = []
  async function* watched() {
    let rest = Buffer.alloc(0)
    for await (const chunk of createReadStream(path, { highWaterMark: mapPieceBytes })) {
      if ((await leavesRoom?.(blobs.spool.directory)) === false)
        throw new MapProblem(
          `${noRoomLeft} The map was not added. Make room, and repeat the command.`,
        )
      rest = Buffer.concat([rest, chunk as Buffer])
      for (; rest.byteLength >= mapPieceBytes; rest = rest.subarray(mapPieceBytes))
        pieces.push(sha256Of(rest.subarray(0, mapPieceBytes)))
      yield chunk as Buffer
    }
    if (rest.byteLength > 0) pieces.push(sha256Of(rest))
  }
  // A spool of its own, because a large map must not keep the uploads of surveyors away.
  const spool = createSpool(blobs.spool.directory, Number.POSITIVE_INFINITY)
  const spooled = await spool.receive(watched())
  try {
    // So that no sweep deletes bytes that an earlier map has freed and that are found here.
    await claimBlobs(db.query, [spooled.sha256])
    if (!(await blobs.has(spooled.sha256))) await blobs.adopt(spooled)
    return { sha256: spooled.sha256, sizeBytes: spooled.sizeBytes, pieces }
  } finally {
    await spooled.discard()
  }
}
