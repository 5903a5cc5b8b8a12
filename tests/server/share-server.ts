import { afterAll } from 'vitest'
import { startTestServer, type TestServer, type TestServerOptions } from './make-server.ts'

/**
 * One server for all tests of a file, because starting one takes seconds. Returns it with the demo data alone, anew for
 * each call; it is closed after the last test.
 */
export const shareTestServer = (options: TestServerOptions = {}): (() => Promise<TestServer>) => {
  let server: TestServer | null = null
  afterAll(() => server?.close())
  return async () => {
    if (server === null) server = await startTestServer(options)
    else await server.reset()
    return server
  }
}
