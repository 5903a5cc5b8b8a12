import type { Database } from '../database.ts'

/**
 * How long a removed document stays on the device, in ms. A tab that slept may still write to it, and would create it
 * again if it were gone.
 */
const removedMs = 31 * 24 * 60 * 60_000

/**
 * Deletes documents that were removed long ago, because the storage keeps each as a whole. Those of submissions
 * stay, because their ids must not be used again and a deleted interview must not return with a list.
 */
export const forgetRemoved = async (db: Database): Promise<void> => {
  for (const name of ['form_responses', 'file_uploads', 'outbox'] as const) {
    // What a closing database leaves is deleted another day.
    if (db.closed) return
    await db[name].storageInstance.cleanup(removedMs).catch((error: unknown) => {
      if (!db.closed) throw error
    })
  }
}
