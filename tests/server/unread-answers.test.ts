import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../server/http/node-http.ts'

test('a client that never reads a large answer is cut off, and a slow one is not', async () => {
  const answer = new Uint8Array(30_000_000)
  const server = await listen(() => Promise.resolve(new Response(answer)), {
    host: '127.0.0.1',
    port: 0,
    trustProxy: false,
    idleMs: 400,
  })
  const ask = () => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return socket
  }
  const never = ask()
  const slow = ask()
  let received = 0
  slow.on('data', (bytes: Buffer) => {
    received += bytes.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  while (received < answer.length) await new Promise(resolve => setTimeout(resolve, 20))
  let unread = 0
  never.on('data', (bytes: Buffer) => {
    unread += bytes.length
  })
  await once(never, 'close')
  expect(unread).toBeLessThan(answer.length)
  slow.destroy()
  await server.close(0)
})
