import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import type { Query, SqlValue } from '../../server/db/db.ts'
import { limits } from '../../server/limits.ts'
import { listen } from '../../server/http/node-http.ts'
import { describeServer } from './engines.ts'
import { silentLog } from './silent-log.ts'
import { signIn } from './surveyor.ts'

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

test('an answer counts as sent when it was read, or its connection is gone', async () => {
  const sent: string[] = []
  const answers: Promise<unknown>[] = []
  const server = await listen(
    ({ url }, _address, whenSent) => {
      const { pathname } = new URL(url)
      answers.push(whenSent.then(() => sent.push(pathname)))
      return Promise.resolve(new Response(new Uint8Array(pathname === '/small' ? 10 : 30_000_000)))
    },
    { host: '127.0.0.1', port: 0, trustProxy: false },
  )
  const unread = connect(Number(new URL(server.address).port), '127.0.0.1')
  const ask = (path: string) => unread.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  // The others wait behind the first, and have no socket of their own when the connection ends.
  for (const path of ['/first', '/second', '/third']) ask(path)
  await (await fetch(`${server.address}/small`)).arrayBuffer()
  await expect.poll(() => answers.length).toBe(4)
  await expect.poll(() => sent).toEqual(['/small'])
  unread.destroy()
  await Promise.all(answers)
  expect(sent.toSorted()).toEqual(['/first', '/second', '/small', '/third'])
  await server.close(0)
})

describeServer('answers that are not read', server => {
  test('of one surveyor are made a few at a time, and do not delay the others', async () => {
    const token = await server().login()
    const ends: (() => void)[] = []
    const statuses: number[] = []
    const ask = async () => {
      const request = new Request(`${server().origin}/api/surveyor/form-submissions`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      const sent = new Promise<void>(resolve => ends.push(resolve))
      statuses.push((await server().app.fetch(request, 'local', sent)).status)
    }
    const asked = Array.from({ length: 40 }, ask)
    await expect.poll(() => statuses.length).toBe(limits.uploadsOfOne)
    const other = await signIn(server(), 'first@transect.example')
    for (let at = 0; at < 5; at += 1) expect((await other('submissions')).status).toBe(200)
    // Small answers do not wait either.
    const account = new Request(`${server().origin}/api/surveyor/auth/account`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect((await server().app.fetch(account)).status).toBe(200)
    expect(statuses.length).toBe(limits.uploadsOfOne)
    for (const end of ends) end()
    await Promise.all(asked)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('because their clients have gone are made a few at a time too', async () => {
    const headers = { Authorization: `Bearer ${await server().login()}` }
    let running = 0
    let most = 0
    const query: Query = async <Row extends object>(text: string, params?: readonly SqlValue[]) => {
      if (!text.includes('answer_bytes')) return server().db.query<Row>(text, params)
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 20))
      return server()
        .db.query<Row>(text, params)
        .finally(() => (running -= 1))
    }
    const app = await createApp({
      ...server(),
      db: { ...server().db, query },
      log: silentLog,
      mailer: () => Promise.resolve(),
      mode: 'production',
    })
    const ask = () =>
      app.fetch(new Request(`${server().origin}/api/surveyor/form-submissions`, { headers }))
    const answers = await Promise.all(Array.from({ length: 40 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(most).toBe(limits.uploadsOfOne)
  })
})
