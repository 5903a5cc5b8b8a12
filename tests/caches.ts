import type { Env } from '../src/env.ts'

/** The browser's caches, in memory. */
export interface FakeCaches {
  readonly port: Env['caches']
  /** How many bytes their files have. */
  readonly usedBytes: () => number
  /** Lets them have only so many bytes, as on a device that is nearly full. */
  readonly limit: (bytes: number) => void
}

/** Makes caches as the Cache API has them: opening makes one, and one that is removed lives on for who has it open. */
export const createCaches = (): FakeCaches => {
  const caches = new Map<string, Map<string, Blob>>()
  let mostBytes = Number.POSITIVE_INFINITY
  const usedBytes = () =>
    [...caches.values()]
      .flatMap(files => [...files.values()])
      .reduce((sum, { size }) => sum + size, 0)
  return {
    usedBytes,
    limit: bytes => {
      mostBytes = bytes
    },
    port: {
      names: async () => [...caches.keys()],
      remove: async name => void caches.delete(name),
      open: async name => {
        const files = caches.get(name) ?? new Map<string, Blob>()
        caches.set(name, files)
        return {
          keys: async () => [...files.keys()],
          read: async key => files.get(key) ?? null,
          remove: async key => void files.delete(key),
          write: async (key, file) => {
            if (usedBytes() + file.size > mostBytes)
              throw new DOMException('full', 'QuotaExceededError')
            files.set(key, file)
          },
        }
      },
    },
  }
}
