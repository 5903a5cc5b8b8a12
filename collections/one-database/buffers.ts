import type { BulkWriteRow } from 'rxdb'
import type { KeptBytes } from './kept-bytes.ts'
import { attachmentKey } from './stores.ts'

/** Attachments as buffers, by their key in the store. */
export type Buffers = ReadonlyMap<string, KeptBytes>

/** Rows of one collection, whose documents are stored by `key`. */
interface WrittenRows {
  readonly target: { readonly key: string }
  readonly sealedRows: readonly BulkWriteRow<Record<string, unknown>>[]
}

/** Reads all attachments of a write, before its transaction, because that would end when it waits for them. */
export const buffersOf = async (all: readonly WrittenRows[]): Promise<Buffers> => {
  const buffers = new Map<string, KeptBytes>()
  for (const { target, sealedRows } of all) {
    for (const { document } of sealedRows) {
      for (const [name, attachment] of Object.entries(document._attachments)) {
        if (!('data' in attachment && attachment.data instanceof Blob)) continue
        const { data } = attachment
        const kept = { data: await data.arrayBuffer(), type: data.type }
        buffers.set(attachmentKey(String(document[target.key]), name), kept)
      }
    }
  }
  return buffers
}
