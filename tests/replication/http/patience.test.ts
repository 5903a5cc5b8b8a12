import { expect, test } from 'vitest'
import { createApi } from '../../../replication/http/api.ts'
import { createClient } from '../../../replication/http/client.ts'
import { watched } from '../../../replication/http/patience.ts'
import { interactiveTimeoutMs, loginTimeoutMs } from '../../../replication/limits.ts'
import { createFakeClock, createFakeSyncEnv, until } from '../../env.ts'

/** A request ends when nothing of its answer comes, and not when it has taken long. */

/** A server whose answer comes in pieces, each when a test sends it. */
const answering = () => {
  const clock = createFakeClock()
  let sender: ReadableStreamDefaultController<Uint8Array> | null = null
  const answers: ((response: Response) => void)[] = []
  const env = createFakeSyncEnv({
    origin: 'http://any.test',
    clock,
    fetch: async (input, init) => {
      const { signal } = new Request(input, init)
      return new Promise((resolve, reject) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => {
          sender?.error(signal.reason)
          reject(signal.reason as Error)
        })
      })
    },
  })
  const client = createClient(env)
  const moves: number[] = []
  client.moved$.subscribe(ms => moves.push(ms))
  const movedTo = (count: number) => until('it moved', () => moves.length >= count)
  return {
    clock,
    api: createApi(client),
    moves,
    begin: async () => {
      const answer = await until('it was sent', () => answers.shift())
      const before = moves.length
      answer(
        new Response(new ReadableStream<Uint8Array>({ start: made => void (sender = made) }), {
          status: 200,
        }),
      )
      await movedTo(before + 1)
    },
    send: async (text: string) => {
      const before = moves.length
      sender?.enqueue(new TextEncoder().encode(text))
      await movedTo(before + 1)
    },
    end: () => sender?.close(),
  }
}

const row = ['{"status":true,', '"data":{"id":"7",', '"form_id":"3"}}']

test('an answer that comes slowly arrives, however long it takes', async () => {
  const { api, clock, begin, send, end, moves } = answering()
  const asked = api.submission('7')
  await begin()
  for (const piece of row) {
    clock.advance(interactiveTimeoutMs - 1)
    await send(piece)
  }
  clock.advance(interactiveTimeoutMs - 1)
  end()
  expect(await asked).toMatchObject({ ok: true, value: { id: '7' } })
  expect(moves).toEqual([8000, 8000, 8000, 8000])
})

test('an answer that stops coming ends the request', async () => {
  const { api, clock, begin, send } = answering()
  const asked = api.submission('7')
  await begin()
  await send(row[0] ?? '')
  clock.advance(interactiveTimeoutMs)
  expect(await asked).toMatchObject({ failure: { kind: 'temporary', why: 'timeout' } })
})

test('a login over a link with a round trip of five seconds succeeds, and one that takes half a minute ends', async () => {
  const { api, clock, begin, send, end } = answering()
  const asked = api.login('asha@transect.example', 'x')
  // The connection, its encryption and the request take four round trips.
  clock.advance(20_000)
  await begin()
  await send('{"access_token":"t","user":{"id":"1"}}')
  end()
  expect(await asked).toMatchObject({ ok: true, value: { token: 't' } })

  const dripping = answering()
  const endless = dripping.api.login('asha@transect.example', 'x')
  await dripping.begin()
  for (let ms = 0; ms < loginTimeoutMs; ms += 5000) {
    await dripping.send(' ')
    dripping.clock.advance(5000)
  }
  expect(await endless).toMatchObject({ failure: { why: 'timeout' } })
})

test('an answer that may have no body is left as it is, also where the browser gives it an empty one', () => {
  for (const status of [204, 205, 304]) {
    const answer = new Response(null, { status })
    // As in Chromium.
    Object.defineProperty(answer, 'body', { value: new ReadableStream() })
    let moves = 0
    expect(watched(answer, () => (moves += 1))).toBe(answer)
    expect(moves).toBe(1)
  }
})
