import { createApp } from '../../server/app.ts'
import type { Db } from '../../server/db/db.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import type { TestServer } from './make-server.ts'

/** The server on another database and store, with a function for requests. */
export const serverOn = async (
  server: TestServer,
  db: Db,
  blobs = createMemoryBlobs(),
): Promise<TestServer> => {
  const app = await createApp({
    ...server,
    db,
    blobs,
    log: () => undefined,
    mailer: async () => undefined,
    publicUrl: server.origin,
    mode: 'production',
  })
  return {
    ...server,
    app,
    db,
    blobs,
    fetch: async (input, init) =>
      app.fetch(
        new Request(typeof input === 'string' ? new URL(input, server.origin) : input, init),
      ),
  }
}
