import { deleteRaw, listDatabases, type IndexedDbPort } from './raw-database.ts'

/**
 * A little room kept back, so that answers can still be saved when photos have filled the device. It is
 * given up for anything but a file, and kept back again once there is room.
 */

/** WARNING: persisted; names a database that holds nothing but its own size. */
const reserveName = 'transect-reserve'
const store = 'reserve'
const reserveBytes = 512 * 1024

/** Keeps the room back, if it is not kept already. */
export const keepReserve = async (port: IndexedDbPort): Promise<void> => {
  const isKept = (await listDatabases(port)).some(({ name }) => name === reserveName)
  if (isKept) return
  await new Promise<void>((resolve, reject) => {
    const opening = port.indexedDB.open(reserveName, 1)
    const fail = (error: unknown) =>
      reject(error instanceof Error ? error : new Error('No room to keep back.'))
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
    opening.addEventListener('error', () => fail(opening.error))
    opening.addEventListener('success', () => {
      const db = opening.result
      db.addEventListener('versionchange', () => db.close())
      const writing = db.transaction(store, 'readwrite')
      writing.objectStore(store).put(incompressible(reserveBytes), 0)
      writing.addEventListener('complete', () => {
        db.close()
        resolve()
      })
      writing.addEventListener('abort', () => {
        db.close()
        fail(writing.error)
      })
    })
  })
}

/** Bytes that no store can press together. */
export const incompressible = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  // 64 kB is what can be asked for at a time.
  for (let at = 0; at < length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(length, at + 65_536)))
  }
  return bytes
}

/** Gives the room up; false when none was kept back. */
export const releaseReserve = async (port: IndexedDbPort): Promise<boolean> => {
  const isKept = (await listDatabases(port)).some(({ name }) => name === reserveName)
  return isKept && deleteRaw(port, reserveName)
}
