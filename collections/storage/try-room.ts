import { isNoRoom } from './no-room.ts'
import { deleteRaw, type IndexedDbPort } from './raw-database.ts'
import { incompressible } from './reserve.ts'

/** WARNING: persisted during a trial. The next trial deletes what a crash left. */
const trialName = 'transect-trial'
const store = 'trial'
const pieceBytes = 1024 * 1024

/**
 * How many bytes can be written now, up to a limit. It writes them and deletes them again, because a browser's
 * quota may be a fixed figure that does not depend on the device (Chromium since 133).
 */
export const tryRoom = async (port: IndexedDbPort, upToBytes: number): Promise<number> => {
  await deleteRaw(port, trialName)
  const db = await openTrial(port)
  try {
    const piece = new Blob([incompressible(pieceBytes)])
    for (let written = 0; written < upToBytes; written += pieceBytes) {
      if (!(await fits(db, piece, written))) return written
    }
    return upToBytes
  } finally {
    db.close()
    await deleteRaw(port, trialName)
  }
}

const openTrial = ({ indexedDB }: IndexedDbPort): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(trialName, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('Not opened.')))
  })

/** Whether a piece could be written. Throws every other error. */
const fits = (db: IDBDatabase, piece: Blob, key: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const writing = db.transaction(store, 'readwrite')
    writing.objectStore(store).put(piece, key)
    writing.addEventListener('complete', () => resolve(true))
    writing.addEventListener('abort', () => {
      const { error } = writing
      if (isNoRoom(error)) resolve(false)
      else reject(error ?? new Error('The trial was aborted.'))
    })
  })
