import type { BulkWriteRow } from 'rxdb'
import type { KeptBytes } from './kept-bytes.ts'
import { attachmentKey } from './stores.ts'

/* Loads in the first write that needs it, because most browsers store blobs. */

/** Attachments as buffers, by their key in the store. */
export type Buffers = ReadonlyMap<string, KeptBytes>

/** Reads the attachments of rows, before their transaction, because it would end when it waits for them. */
export const buffersOf = async (
  rows: readonly BulkWriteRow<Record<string, unknown>>[],
  key: string,
): Promise<Buffers> => {
  const buffers = new Map<string, KeptBytes>()
  for (const { document } of rows) {
    for (const [name, attachment] of Object.entries(document._attachments)) {
      if (!('data' in attachment && attachment.data instanceof Blob)) continue
      const { data } = attachment
      const kept = { data: await data.arrayBuffer(), type: data.type }
      buffers.set(attachmentKey(String(document[key]), name), kept)
    }
  }
  return buffers
}
