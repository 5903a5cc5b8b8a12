import { expect, test } from 'vitest'
import { TOTP } from 'otpauth'
import { basePath } from '../../../replication/wire/calls.ts'
import { tokenSha256 } from '../../../server/auth/tokens.ts'
import { demoPassword } from '../../../server/demo/seed.ts'
import { limits } from '../../../server/limits.ts'
import { sessionCookie } from '../../../server/office/session-cookie.ts'
import { putFirstLink } from '../../../server/store/office/sessions.ts'
import { latestTrail } from '../../../server/store/trail.ts'
import { adminOf } from '../admin-line.ts'
import { describeServer } from '../engines.ts'
import type { TestServer } from '../make-server.ts'
import { asker } from '../surveyor.ts'
import { officeBrowser, signedInAt } from './office-browser.ts'

const admin = 'admin@transect.example'

/** Lets an account sign in with a code; returns its secret and its recovery codes. */
const withCode = async (server: TestServer, email = admin) => {
  const { ask } = await signedInAt(server, email)
  const { secret } = (await ask('codeOffer', { body: {} })).data as { secret: string }
  const codeAt = (ms: number) => new TOTP({ secret }).generate({ timestamp: ms })
  const body = { code: codeAt(server.clock()) }
  const confirmed = await ask('codeConfirm', { body })
  const { recovery_codes: recovery } = confirmed.data as { recovery_codes: readonly string[] }
  return { codeAt, recovery, ask }
}

const trailOf = async (server: TestServer) =>
  (await latestTrail(server.db.query, 20)).map(({ who, command }) => `${who} ${command}`)

describeServer('a sign-in at the office', server => {
  test('opens a session in a cookie that no script reads and no other site sends', async () => {
    const browser = officeBrowser(server())
    const answer = await browser.signIn()
    expect([answer.status, answer.data]).toMatchObject([
      200,
      { email: admin, role: 'administrator', scope: { kind: 'all' }, has_code: false },
    ])
    expect(JSON.stringify(answer.data)).not.toContain(browser.cookies.get('office_session'))
    const [cookie] = answer.headers.getSetCookie().filter(each => each.startsWith('office_'))
    expect(cookie).toMatch(/; Path=\/api\/office; HttpOnly; SameSite=Strict$/)
    expect((await browser.ask('session')).data).toEqual(answer.data)
    expect(sessionCookie('t', 'https://transect.test')['Set-Cookie']).toContain('; Secure')
    expect((await browser.ask('signOut')).status).toBe(200)
    expect((await browser.ask('session')).status).toBe(401)
    expect((await trailOf(server())).at(-1)).toBe(`${admin} office signIn`)
  })

  test('never continues a session that was there before, and ends it', async () => {
    const browser = await signedInAt(server(), 'viewer@transect.example')
    const before = browser.cookies.get('office_session') ?? ''
    await browser.signIn()
    expect(browser.cookies.get('office_session')).not.toBe(before)
    browser.cookies.set('office_session', before)
    expect((await browser.ask('session')).status).toBe(401)
    browser.cookies.set('office_session', 'chosen-by-someone-else')
    expect((await browser.signIn()).status).toBe(200)
    expect(browser.cookies.get('office_session')).not.toBe('chosen-by-someone-else')
  })

  test('ends two hours after its last call, and twelve after its beginning', async () => {
    const browser = await signedInAt(server())
    const { clock } = server()
    for (let hours = 1.5; hours < 12; hours += 1.5) {
      clock.advance(1.5 * 3_600_000)
      expect([hours, (await browser.ask('session')).status]).toEqual([hours, 200])
    }
    clock.advance(1.5 * 3_600_000)
    expect((await browser.ask('session')).status).toBe(401)
    await browser.signIn()
    clock.advance(limits.officeIdleMs)
    expect((await browser.ask('session')).status).toBe(401)
  })

  test('is refused without the XSRF pair, and from another site', async () => {
    const browser = await signedInAt(server())
    const forged = await browser.ask('signOut', { headers: { 'X-XSRF-TOKEN': 'guessed' } })
    expect(forged.status).toBe(403)
    const without = await browser.ask('signOut', { headers: { 'X-XSRF-TOKEN': '' } })
    expect(without.status).toBe(403)
    for (const site of ['cross-site', 'same-site']) {
      const elsewhere = await browser.ask('session', { headers: { 'Sec-Fetch-Site': site } })
      expect([site, elsewhere.status]).toEqual([site, 403])
    }
    expect((await browser.ask('session')).status).toBe(200)
  })

  test('takes office accounts only, and the surveyor’s calls take surveyors only', async () => {
    const browser = officeBrowser(server())
    expect((await browser.signIn('asha@transect.example')).status).toBe(422)
    await expect(server().login(admin)).rejects.toThrow('not correct')
    const surveyor = await server().login()
    browser.cookies.set('office_session', surveyor)
    const headers = { Authorization: `Bearer ${surveyor}` }
    expect((await browser.ask('session', { headers })).status).toBe(401)
    await browser.signIn()
    const token = browser.cookies.get('office_session') ?? ''
    expect((await asker(server(), token)('account')).status).toBe(401)
    const withCookie = await server().fetch(`${basePath}/surveyor/auth/account`, {
      headers: { Cookie: `office_session=${token}` },
    })
    expect(withCookie.status).toBe(401)
  })

  test('slows down guesses of passwords', async () => {
    const browser = officeBrowser(server())
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await browser.signIn(admin, 'guess')).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await browser.signIn()).status).toBe(429)
    server().clock.advance(61_000)
    expect((await browser.signIn()).status).toBe(200)
  })
})

describeServer('a code', server => {
  test('is asked for once one was sent, and is right once', async () => {
    const { codeAt } = await withCode(server())
    const browser = officeBrowser(server())
    const without = await browser.signIn()
    expect([without.status, without.code]).toEqual([422, 'code_required'])
    const wrongPassword = await browser.signIn(admin, 'wrong', codeAt(server().clock()))
    expect([wrongPassword.status, wrongPassword.code]).toEqual([422, undefined])
    const used = await browser.signIn(admin, demoPassword, codeAt(server().clock()))
    expect([used.status, used.code]).toEqual([422, 'code_wrong'])
    server().clock.advance(30_000)
    const code = codeAt(server().clock())
    expect((await browser.signIn(admin, demoPassword, code)).status).toBe(200)
    expect((await browser.signIn(admin, demoPassword, code)).status).toBe(422)
  })

  test('cannot be guessed, from whatever network', async () => {
    const { codeAt } = await withCode(server())
    server().clock.advance(60_000)
    const right = codeAt(server().clock())
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    const browser = officeBrowser(server())
    const sent = []
    for (let tries = 0; tries < 6; tries += 1)
      sent.push((await browser.signIn(admin, demoPassword, wrong)).status)
    expect(sent).toEqual([422, 422, 422, 422, 422, 429])
    expect((await browser.signIn(admin, demoPassword, right)).status).toBe(429)
    const together = await Promise.all(
      Array.from({ length: 3 }, () => officeBrowser(server()).signIn(admin, demoPassword, right)),
    )
    expect(together.map(({ status }) => status)).toEqual([429, 429, 429])
  })

  test('is replaced by each recovery code once', async () => {
    const { recovery } = await withCode(server())
    expect(recovery).toHaveLength(limits.recoveryCodes)
    const browser = officeBrowser(server())
    const statuses = []
    for (const code of [recovery[0], recovery[0], recovery[1]])
      statuses.push((await browser.signIn(admin, demoPassword, code)).status)
    expect(statuses).toEqual([200, 422, 200])
    const rows = await server().db.query('select * from office_recovery_codes')
    expect(JSON.stringify(rows)).not.toContain(recovery[2])
  })

  test('is no longer asked for after a last one', async () => {
    const { ask, recovery } = await withCode(server())
    expect((await ask('codeEnd', { body: { code: '000000' } })).status).toBe(422)
    expect((await ask('codeEnd', { body: { code: recovery[3] } })).status).toBe(200)
    expect((await officeBrowser(server()).signIn()).status).toBe(200)
    expect(await trailOf(server())).toContain(`${admin} office codeEnd`)
  })
})

describeServer('accounts of the office', server => {
  const run = adminOf(server, { who: 'ines' })

  test('are made with a temporary password, which only serves to choose another', async () => {
    const options = ['--role', 'coordinator', '--groups', 'north,south']
    const lines = await run('office', 'add', 'Noor@example.org', ...options)
    const password = /noor@example\.org: (\S+)$/.exec(lines[1] ?? '')?.[1] ?? ''
    const browser = officeBrowser(server())
    const signedIn = await browser.signIn('noor@example.org', password)
    expect(signedIn.data).toMatchObject({
      is_temporary: true,
      scope: { kind: 'groups', names: ['north', 'south'] },
    })
    const early = await browser.ask('codeOffer', { body: {} })
    expect([early.status, early.code]).toEqual([403, 'password_required'])
    const change = (old_password: string, new_password: string) =>
      browser.ask('passwordChange', { body: { old_password, new_password } })
    expect((await change('wrong', 'meadow-2026-rain')).status).toBe(422)
    expect((await change(password, 'short')).status).toBe(422)
    expect((await change(password, password)).status).toBe(422)
    const other = officeBrowser(server())
    await other.signIn('noor@example.org', password)
    expect((await change(password, 'meadow-2026-rain')).data).toMatchObject({ is_temporary: false })
    expect((await browser.ask('codeOffer', { body: {} })).status).toBe(200)
    expect((await other.ask('session')).status).toBe(401)
    expect(await trailOf(server())).toContain('ines office add Noor@example.org --role --groups')
  })

  test('are listed, reset and deactivated, which ends their sessions', async () => {
    const { ask } = await withCode(server())
    expect(await run('office', 'list')).toContain(
      'admin@transect.example  Leila Haddad  (administrator, sees all, signs in with a code)',
    )
    expect(await run('office', 'list')).toContain(
      'reviewer@transect.example  Amara Diallo  (reviewer, sees the forms household-profile, no code)',
    )
    await run('office', 'reset', admin, '--password', 'meadow-2026-rain')
    expect((await ask('session')).status).toBe(401)
    const browser = officeBrowser(server())
    expect((await browser.signIn()).status).toBe(422)
    expect((await browser.signIn(admin, 'meadow-2026-rain')).status).toBe(200)
    await run('office', 'deactivate', admin)
    expect((await browser.ask('session')).status).toBe(401)
    expect((await browser.signIn(admin, 'meadow-2026-rain')).status).toBe(422)
    await run('office', 'activate', admin)
    expect((await browser.signIn(admin, 'meadow-2026-rain')).status).toBe(200)
  })

  test('need a role and what they see, in one way', async () => {
    const wrong = async (why: string, ...line: string[]) =>
      expect(run('office', 'add', 'a@b.c', ...line)).rejects.toThrow(why)
    await wrong('give --role')
    await wrong('give --role', '--role', 'king')
    await wrong('what they see', '--role', 'viewer')
    await wrong('what they see', '--role', 'viewer', '--all', '--groups', 'north')
    await wrong('no form none', '--role', 'viewer', '--forms', 'none')
    await wrong('sees all', '--role', 'administrator', '--groups', 'north')
    await wrong('at least 8', '--role', 'viewer', '--all', '--password', 'short')
    expect((await run('office', 'list')).join()).not.toContain('a@b.c')
  })
})

describeServer('the first administrator', server => {
  const first = (token: string, email = 'leila@example.org') =>
    officeBrowser(server()).ask('first', {
      body: { token, email, name: 'Leila', password: 'meadow-2026-rain' },
    })
  const offer = async (token: string, ms = limits.firstLinkMs) =>
    putFirstLink(server().db.query, tokenSha256(token), new Date(server().clock() + ms))

  test('is made by the newest link, once, within a day, where there is no other account', async () => {
    await offer('a')
    expect((await first('a')).status).toBe(422)
    await server().db.query('delete from office_accounts')
    await offer('a')
    await offer('b')
    expect((await first('a')).status).toBe(422)
    await offer('b', -1)
    expect((await first('b')).status).toBe(422)
    await offer('b')
    expect((await first('b', 'no-address')).status).toBe(422)
    expect((await first('b')).status).toBe(200)
    expect((await first('b', 'other@example.org')).status).toBe(422)
    const signedIn = await officeBrowser(server()).signIn('leila@example.org', 'meadow-2026-rain')
    expect(signedIn.data).toMatchObject({ role: 'administrator', is_temporary: false })
    expect(await trailOf(server())).toContain('leila@example.org office first leila@example.org')
  })
})
