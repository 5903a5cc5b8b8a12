import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createSpool } from '../../server/files/spool.ts'
import { sha256Of, type BlobStore, type StoredBytes } from '../../server/files/blobs.ts'

const inOnePiece = (bytes: Uint8Array | null): StoredBytes | null =>
  bytes && {
    sizeBytes: bytes.byteLength,
    async *pieces(from = 0, to = bytes.byteLength) {
      yield bytes.subarray(from, to)
    },
  }

/** Stores blobs in memory. */
export const createMemoryBlobs = (spool = createSpool(tmpdir())): BlobStore => {
  const bytesBySha256 = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    place: 'the memory of a test',
    spool,
    put: async bytes => {
      const sha256 = sha256Of(bytes)
      bytesBySha256.set(sha256, new Uint8Array(bytes))
      return sha256
    },
    adopt: async ({ path, sha256 }) => {
      bytesBySha256.set(sha256, new Uint8Array(await readFile(path)))
    },
    get: async sha256 => bytesBySha256.get(sha256) ?? null,
    read: async sha256 => inOnePiece(bytesBySha256.get(sha256) ?? null),
    has: async sha256 => bytesBySha256.has(sha256),
    remove: async sha256 => {
      bytesBySha256.delete(sha256)
    },
    check: async () => undefined,
    async *list() {
      for (const sha256 of bytesBySha256.keys()) yield { sha256, writtenMs: 0 }
    },
  }
}
