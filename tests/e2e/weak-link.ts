import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** How weak a link is. */
export interface Weakness {
  readonly kbps: number
  readonly roundTripMs: number
  /** How often all connections break. */
  readonly cutEveryMs?: number
}

/** A link to a server, as fast as the machine until it becomes weak. */
export interface WeakLink {
  readonly url: string
  readonly weaken: (weakness: Weakness) => void
  /** How many connections were broken. */
  readonly cuts: () => number
  readonly stop: () => Promise<void>
}

/** One direction, which all connections share. */
interface Lane {
  freeAt: number
}

const pieceBytes = 4096
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Puts a link before a server that listens on this machine. */
export const startWeakLink = async (target: string): Promise<WeakLink> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let weakness: Weakness | null = null
  let cutting: NodeJS.Timeout | undefined
  let broken = 0

  const carry = async (from: Socket, to: Socket, lane: Lane): Promise<void> => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        if (weakness === null) {
          to.write(piece)
          continue
        }
        const now = performance.now()
        lane.freeAt = Math.max(now, lane.freeAt) + (piece.length * 8) / weakness.kbps
        await pause(lane.freeAt - now)
        setTimeout(() => to.destroyed || to.write(piece), weakness.roundTripMs / 2)
      }
    }
    setTimeout(() => to.end(), weakness === null ? 0 : weakness.roundTripMs / 2 + 1)
  }

  const up: Lane = { freeAt: 0 }
  const down: Lane = { freeAt: 0 }
  const server = createServer({ noDelay: true }, client => {
    const behind = connect(Number(port), hostname)
    behind.setNoDelay(true)
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => {
        client.destroy()
        behind.destroy()
      })
    }
    // A broken connection ends both directions.
    carry(client, behind, up).catch(() => behind.destroy())
    carry(behind, client, down).catch(() => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    weaken: next => {
      weakness = next
      clearInterval(cutting)
      if (next.cutEveryMs === undefined) return
      cutting = setInterval(() => {
        broken += sockets.size > 0 ? 1 : 0
        for (const socket of sockets) socket.resetAndDestroy()
      }, next.cutEveryMs)
    },
    cuts: () => broken,
    stop: async () => {
      clearInterval(cutting)
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
