import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { submission } from '../load/prepare.ts'
import type { Load, Told } from './load-process.ts'

/*
 * The process that makes the load of the server bench (load-process.ts starts it). It writes requests that were built
 * before the clock starts to connections that stay open, and decodes only the answers whose ids the next call needs,
 * so that nearly all of the time is the server's.
 */

interface Surveyor {
  readonly token: string
  /** The cursor of the last request for changes. */
  since: string
}

interface Answered {
  readonly data: { readonly id?: string }
  readonly meta?: { readonly next?: string }
}

const path = '/api/surveyor/form-submissions'
/** Stands in a prepared request for an id, which is as long. */
const noId = randomUUID()

/** The bytes of a request. */
const request = (token: string, line: string, body?: object): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${line} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Accept-Encoding: gzip, deflate',
    ...(text === ''
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** The requests of a surveyor's round: two submits, one edit, one read, one request for changes, repeated. */
const prepared = (token: string, kinds: readonly number[]): readonly Buffer[] => {
  let key = ''
  return kinds.map(kind => {
    switch (kind) {
      case 0:
      case 1:
        key = randomUUID()
        return request(token, `POST ${path}`, submission(key, 'first'))
      case 2:
        return request(token, `PUT ${path}/${noId}`, {
          ...submission(key, randomUUID()),
          updated_at: new Date().toISOString(),
        })
      case 3:
        return request(token, `GET ${path}/${noId}`)
      default:
        return Buffer.alloc(0)
    }
  })
}

/** Sends a request and returns the body of its answer, as it came. Throws when it is refused. */
const ask = (socket: Socket, bytes: Buffer): Promise<{ head: string; body: Buffer }> =>
  new Promise((resolve, reject) => {
    let all: Buffer = Buffer.alloc(0)
    let end = -1
    const take = (piece: Buffer) => {
      all = all.length === 0 ? piece : Buffer.concat([all, piece])
      if (end < 0) {
        const headEnd = all.indexOf('\r\n\r\n')
        if (headEnd < 0) return
        const head = all.toString('latin1', 0, headEnd)
        end = headEnd + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1])
      }
      if (all.length < end) return
      socket.off('data', take)
      const head = all.toString('latin1', 0, all.indexOf('\r\n\r\n'))
      if (!head.startsWith('HTTP/1.1 2') || all.length !== end) {
        reject(new Error(`A call was answered with: ${all.toString('latin1', 0, 500)}`))
      } else resolve({ head, body: all.subarray(head.length + 4) })
    }
    socket.on('data', take)
    socket.write(bytes)
  })

const decoded = ({ head, body }: { head: string; body: Buffer }): Answered => {
  const isZipped = /^content-encoding: *gzip/im.test(head)
  return JSON.parse((isZipped ? gunzipSync(body) : body).toString()) as Answered
}

/** Makes the calls of one surveyor, one after the other. */
const live = async (
  socket: Socket,
  surveyor: Surveyor,
  kinds: readonly number[],
  requests: readonly Buffer[],
) => {
  let id = ''
  for (const [call, bytes] of requests.entries()) {
    switch (kinds[call]) {
      case 0:
      case 1:
        id = decoded(await ask(socket, bytes)).data.id ?? ''
        break
      case 2:
      case 3:
        bytes.write(id, bytes.indexOf(noId))
        await ask(socket, bytes)
        break
      default: {
        const line = `GET ${path}?since=${surveyor.since}&limit=100`
        const { meta } = decoded(await ask(socket, request(surveyor.token, line)))
        surveyor.since = meta?.next ?? surveyor.since
      }
    }
  }
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

let surveyors: readonly Surveyor[] | null = null

process.on('message', async ({ port, tokens, calls, isSubmits = false }: Load) => {
  const kinds = Array.from({ length: calls }, (_, call) => (isSubmits ? 0 : call % 5))
  surveyors ??= tokens.map(token => ({ token, since: '' }))
  const lives = await Promise.all(
    surveyors.map(async surveyor => ({
      surveyor,
      socket: await connected(port),
      requests: prepared(surveyor.token, kinds),
    })),
  )
  const [started, before] = [performance.now(), process.cpuUsage()]
  await Promise.all(
    lives.map(({ socket, surveyor, requests }) => live(socket, surveyor, kinds, requests)),
  )
  const { user, system } = process.cpuUsage(before)
  const told: Told = { ms: performance.now() - started, ownMs: (user + system) / 1000 }
  for (const { socket } of lives) socket.destroy()
  process.send?.(told)
})
