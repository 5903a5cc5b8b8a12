import type { Db, Query } from '../db/db.ts'
import { freeBytesOf } from '../env/disk-room.ts'
import type { BlobStore } from '../files/blobs.ts'
import { countFreed } from '../store/freed-blobs.ts'
import { lastBackupAt } from '../store/trail.ts'
import { countUnfinished } from '../store/uploads/uploads.ts'

/** How well what the server depends on is. */
export interface Health {
  /** What waits in the database, and the time of the last good backup; null when it does not answer in time. */
  readonly stored: {
    readonly freed: number
    readonly unfinished: number
    readonly backedUpAt: Date | null
  } | null
  readonly hasFileStore: boolean
  /** Free on the disk of the data directory; null when unknown. */
  readonly freeBytes: number | null
}

const healthMs = 2000

/** The result of a work; null when it fails or takes more than two seconds. */
export const inTime = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  let timer: NodeJS.Timeout | null = null
  const tooLate = new Promise<null>(resolve => {
    timer = setTimeout(resolve, healthMs, null)
  })
  const done = work.catch(() => null)
  return Promise.race([done, tooLate]).finally(() => timer && clearTimeout(timer))
}

const readStored = async (query: Query) => ({
  freed: await countFreed(query),
  unfinished: await countUnfinished(query),
  backedUpAt: await lastBackupAt(query),
})

/** Looks at the database, the store of files and the disk, each for two seconds at most. */
export const readHealth = async ({
  db,
  blobs,
  dataDirectory = null,
}: {
  readonly db: Db
  readonly blobs: BlobStore
  readonly dataDirectory?: string | null
}): Promise<Health> => {
  const [stored, store, freeBytes] = await Promise.all([
    inTime(readStored(db.query)),
    inTime(blobs.check().then(() => true)),
    dataDirectory === null ? null : inTime(freeBytesOf(dataDirectory)),
  ])
  return { stored, hasFileStore: store ?? false, freeBytes }
}
