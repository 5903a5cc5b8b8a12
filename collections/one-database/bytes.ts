import type { RxCollection } from 'rxdb'
import { attachmentKey } from './stores.ts'
import type { Target } from './write.ts'

/** The bytes of a collection's attachments. They can be deleted on a device that has no room for any write. */
export interface StoredBytes {
  readonly has: (id: string, attachment: string) => Promise<boolean>
  /** Deletes bytes and leaves the document that names them. */
  readonly remove: (id: string, attachment: string) => Promise<void>
}

/** The bytes of a collection. Throws when its schema has no attachments. */
export const storedBytes = <Doc>(collection: RxCollection<Doc>): StoredBytes => {
  const { place, connection } = collection.storageInstance.internals as Target
  const { attachments } = place
  if (attachments === null) throw new Error(`${collection.name} has no attachments.`)
  return {
    has: async (id, attachment) => {
      const key = attachmentKey(id, attachment)
      return (await connection.run(() => attachments.where('id').equals(key).count())) > 0
    },
    remove: (id, attachment) =>
      connection.run(() => attachments.delete(attachmentKey(id, attachment))),
  }
}
