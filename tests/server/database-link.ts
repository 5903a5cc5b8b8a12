import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP connection to a database that a test can cut, freeze and restore. */
export interface DatabaseLink {
  readonly url: string
  /** The database stops: open connections end, new ones are refused. */
  readonly stop: () => Promise<void>
  /** No data is transferred any more, and no connection ends. */
  readonly freeze: () => void
  /** The database is reachable again. */
  readonly resume: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Creates a link between a test and a database. */
export const createDatabaseLink = async (databaseUrl: string): Promise<DatabaseLink> => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', chunk => {
        if (!isFrozen) to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.port = String(port)
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  return {
    url: url.href,
    stop,
    freeze: () => {
      isFrozen = true
    },
    resume: async () => {
      if (isFrozen) for (const socket of sockets) socket.destroy()
      isFrozen = false
      if (!server.listening) await listen(port)
    },
    close: stop,
  }
}
