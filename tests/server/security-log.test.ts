import { expect, test, vi } from 'vitest'
import { createApp } from '../../server/app.ts'
import type { LogFacts } from '../../server/env/log.ts'
import { describeServer } from './engines.ts'
import { asker, linksOf, newSubmission, pngBytes, rowOf, signIn, uploadForm } from './surveyor.ts'
import type { TestServer } from './make-server.ts'

const asha = { email: 'asha@transect.example', password: 'fieldwork-2026' }

/** The same server, with its log and with requests from an address. */
const watched = async (server: TestServer, remoteAddress = '203.0.113.7') => {
  const lines: { readonly event: string; readonly facts: LogFacts }[] = []
  const app = await createApp({
    ...server,
    log: (_level, event, facts = {}) => lines.push({ event, facts }),
    mailer: async () => undefined,
    publicUrl: server.origin,
    mode: 'production',
    scryptCost: { ln: 4, r: 1, p: 1 },
  })
  const from = (address: string): TestServer => ({
    ...server,
    app,
    fetch: (input, init) =>
      app.fetch(
        new Request(typeof input === 'string' ? new URL(input, server.origin) : input, init),
        address,
      ),
  })
  return {
    lines,
    from,
    ask: asker(from(remoteAddress), null),
    events: () => lines.map(({ event }) => event),
  }
}

describeServer('the log of the server', server => {
  test('has no name of a file that cannot be read', async () => {
    const { lines, ask, from } = await watched(server())
    const token = ((await ask('login', { body: asha })).data as { access_token: string })
      .access_token
    const made = rowOf(await ask('submissionCreate', { token, body: newSubmission() }))
    const form = uploadForm('f', [new File([pngBytes(1)], 'meera-id-card.png')])
    const row = rowOf(await ask('filesUpload', { token, id: made.id, form }))
    vi.spyOn(server().blobs, 'read').mockRejectedValueOnce(new Error('the disk is broken'))
    const [link = ''] = linksOf(row, 'f')
    expect((await from('203.0.113.7').fetch(link)).status).toBe(500)
    expect(JSON.stringify(lines)).toContain('the disk is broken')
    expect(JSON.stringify(lines)).not.toContain('meera')
  })

  test('has account, network and request of every security event, and no address', async () => {
    const { ask, lines, events } = await watched(server())
    const refused = await ask('login', { body: { ...asha, password: 'wrong' } })
    await ask('login', { body: { email: 'nobody@transect.example', password: 'wrong' } })
    const token = ((await ask('login', { body: asha })).data as { access_token: string })
      .access_token
    const new_password = 'a new password'
    await ask('passwordChange', {
      token,
      body: { old_password: 'wrong', new_password, confirm_password: new_password },
    })
    await ask('passwordChange', {
      token,
      body: { old_password: asha.password, new_password, confirm_password: new_password },
    })
    await ask('passwordForgot', { body: { email: asha.email } })
    await ask('logout', { token })
    expect(events().filter(event => event !== 'request')).toEqual([
      'login-refused',
      'login-refused',
      'login',
      'password-change-refused',
      'password-changed',
      'password-reset-asked',
      'logout',
    ])
    const security = lines.filter(({ event }) => event !== 'request')
    const networks = new Set(security.map(({ facts }) => facts['network']))
    expect(networks.size).toBe(1)
    for (const { facts } of security) {
      expect(facts['account']).toMatch(/^[0-9a-f-]{12,36}$/)
      expect(facts['request']).toMatch(/^[0-9a-f-]{13}$/)
    }
    expect(security[0]?.facts['request']).toBe(refused.headers.get('Transect-Request'))
    expect(security[0]?.facts['account']).toBe(security[2]?.facts['account'])
    const text = JSON.stringify(lines)
    for (const secret of [
      '203.0.113.7',
      asha.email,
      'nobody@',
      asha.password,
      new_password,
      token,
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})

describeServer('limits', server => {
  test('of one kind of call do not evict those of another', async () => {
    const { ask } = await watched(server())
    for (let tries = 0; tries < 6; tries += 1) {
      await ask('login', { body: { ...asha, password: 'wrong' } })
    }
    for (let count = 0; count < 10_200; count += 1) {
      await ask('passwordForgot', { body: { email: `made-up-${count}@ngo.example` } })
    }
    expect((await ask('login', { body: asha })).status).toBe(429)
  }, 120_000)

  test('let a known team mistype, and slow down only an unknown one', async () => {
    const { ask, from } = await watched(server())
    const typo = (index: number, asking: typeof ask) =>
      asking('login', { body: { email: `surveyor-${index}@ngo.example`, password: 'typo' } })
    await ask('login', { body: asha })
    for (let index = 0; index < 60; index += 1) await typo(index, ask)
    expect((await ask('login', { body: asha })).status).toBe(200)

    const stranger = asker(from('198.51.100.9'), null)
    for (let index = 0; index < 60; index += 1) await typo(index, stranger)
    const slowed = await stranger('login', { body: asha })
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers.get('Retry-After'))).toBeLessThanOrEqual(15)
    server().clock.advance(15_000)
    expect((await stranger('login', { body: asha })).status).toBe(200)
  }, 60_000)

  test('keep one session from blocking the logins of others', async () => {
    const { from } = await watched(server())
    const token = await server().login('first@transect.example')
    const ask = asker(from('203.0.113.7'), token)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const password = `my own password ${index}`
        const body = { token, new_password: password, new_password_confirmation: password }
        return ask('passwordSet', { body })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
  })
})

describeServer('a deactivated surveyor', server => {
  test('reads no file any more, with a link or with a session', async () => {
    const token = await server().login()
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    const form = uploadForm('f', [new File([pngBytes(1)], 'a.png')])
    const [link = ''] = linksOf(rowOf(await ask('filesUpload', { id, form })), 'f')
    const statuses = async () => {
      const bare = link.split('?')[0] ?? ''
      const headers = { Authorization: `Bearer ${token}` }
      return [(await server().fetch(link)).status, (await server().fetch(bare, { headers })).status]
    }
    expect(await statuses()).toEqual([200, 200])
    await server().db.query(`update users set is_active = false where email = $1`, [asha.email])
    expect(await statuses()).toEqual([404, 404])
  })
})

describeServer('a disk without room', server => {
  test('answers 503 to writes, while stored data can be read', async () => {
    let hasRoom = false
    const app = await createApp({
      ...server(),
      log: () => undefined,
      mailer: async () => undefined,
      mode: 'production',
      hasRoom: async () => hasRoom,
    })
    const full: TestServer = {
      ...server(),
      fetch: (input, init) => app.fetch(new Request(new URL(String(input), server().origin), init)),
    }
    const ask = asker(full, await server().login())
    const refused = await ask('submissionCreate', { body: newSubmission() })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
    expect((await ask('submissions')).status).toBe(200)
    hasRoom = true
    expect((await ask('submissionCreate', { body: newSubmission() })).status).toBe(201)
  })
})
