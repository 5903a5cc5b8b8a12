import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headers } from '../../replication/wire/calls.ts'
import { faultNames, isFaultName } from '../../server/test-mode/faults.ts'
import { startTestServer, type TestServer } from './make-server.ts'
import { asker, newSubmission, rowsOf } from './surveyor.ts'

describe('faults in test mode', () => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer()
  }, 120_000)
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.reset()
    token = await server.login()
  })

  const post = (fault?: string) =>
    server.fetch('/api/surveyor/form-submissions', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(fault === undefined ? {} : { [headers.fault]: fault }),
      },
      body: JSON.stringify(newSubmission()),
    })
  const savedRows = async () => rowsOf(await asker(server, token)('submissions')).length

  const expected: Readonly<Record<(typeof faultNames)[number], readonly [string, number]>> = {
    'drop-before': ['TypeError', 0],
    'drop-after': ['TypeError', 1],
    '500': ['500 application/json', 0],
    '500-html': ['500 text/html; charset=utf-8', 0],
    '403-html': ['403 text/html; charset=utf-8', 0],
    '404-json': ['404 application/json', 0],
    '401': ['401 application/json', 0],
    empty: ['201 null', 1],
    html: ['200 text/html; charset=utf-8', 0],
    truncated: ['201 application/json, cut', 1],
    draft: ['422 application/json', 0],
  }

  const outcomeOf = async (pending: Promise<Response>): Promise<string> => {
    const response = await pending.catch((failure: unknown) => failure)
    if (!(response instanceof Response)) return (response as Error).name
    const type = response.headers.get('Content-Type')
    const isCut = await response.text().then(
      () => false,
      () => true,
    )
    return `${response.status} ${type}${isCut ? ', cut' : ''}`
  }

  test.each(faultNames)('%s fails as named, and has stored what its kind says', async name => {
    expect([await outcomeOf(post(name)), await savedRows()]).toEqual(expected[name])
  })

  test('are armed for the next matching requests and then used up', async () => {
    server.faults.arm({ fault: '500', path: '/form-submissions', method: 'POST', times: 2 })
    expect((await asker(server, token)('stats')).status).toBe(200)
    const statuses = [(await post()).status, (await post()).status, (await post()).status]
    expect(statuses).toEqual([500, 500, 201])
  })

  test('are armed and cleared over HTTP', async () => {
    const control = (method: string, body?: unknown) =>
      server.fetch('/api/__test/faults', {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    expect((await control('POST', { fault: 'no-such' })).status).toBe(422)
    expect((await control('POST', { fault: '401', times: 5 })).status).toBe(200)
    expect((await post()).status).toBe(401)
    expect((await control('DELETE')).status).toBe(200)
    expect((await post()).status).toBe(201)
  })

  test('can be slow', async () => {
    const started = performance.now()
    expect((await post('slow:60')).status).toBe(201)
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
    expect(['slow:5', 'slow:', 'slow:-1', 'slow:x'].filter(isFaultName)).toEqual(['slow:5'])
  })
})
