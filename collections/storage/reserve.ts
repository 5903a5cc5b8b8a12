import { deleteRaw, listDatabases, type IndexedDbPort } from './raw-database.ts'

/**
 * A small reserve of room, so that answers can still be saved when photos have filled the device. Any write except
 * a file's may use it up. It is made again as soon as there is room.
 */

/** WARNING: persisted; names a database that only takes up room. */
const reserveName = 'transect-reserve'
const store = 'reserve'
const reserveBytes = 512 * 1024

/** Makes the reserve, unless it exists. */
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

/** Bytes that no storage engine can compress. */
export const incompressible = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  // The browser returns at most 64 kB per call.
  for (let at = 0; at < length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(length, at + 65_536)))
  }
  return bytes
}

/** Releases the reserve; false when there was none. */
export const releaseReserve = async (port: IndexedDbPort): Promise<boolean> => {
  const isKept = (await listDatabases(port)).some(({ name }) => name === reserveName)
  return isKept && deleteRaw(port, reserveName)
}
