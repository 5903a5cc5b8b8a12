import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { type Db, only } from '../../server/db/db.ts'
import { adminOf } from './admin-line.ts'
import { describeServer } from './engines.ts'
import { asker } from './surveyor.ts'

/** A password that is reset while a request with the former one is answered. */

const asha = { email: 'asha@transect.example', password: 'fieldwork-2026' }
const temporary = { email: asha.email, password: 'from the office' }

describeServer('a password that is reset', server => {
  const reset = () => adminOf(server)('user', 'reset', asha.email, '--password', temporary.password)

  /** Calls of a server in which `meanwhile` happens right after its first statement that contains a text. */
  const disturbed = async (after: string, meanwhile: () => Promise<unknown>, ln = 4) => {
    let isOver = false
    const db: Db = {
      ...server().db,
      query: async (text, params) => {
        const rows = await server().db.query(text, params)
        if (!isOver && text.includes(after)) {
          isOver = true
          await meanwhile()
        }
        return rows as never
      },
    }
    const app = await createApp({
      ...server(),
      db,
      log: () => undefined,
      mailer: async () => undefined,
      publicUrl: server().origin,
      mode: 'production',
      scryptCost: { ln, r: 1, p: 1 },
    })
    const fetch = (input: Request | URL | string, init?: RequestInit) =>
      app.fetch(new Request(new URL(String(input), server().origin), init))
    return asker({ ...server(), app, fetch }, null)
  }
  const sessions = async () =>
    Number(only(await server().db.query<{ count: string }>('select count(*) from sessions')).count)
  const statusOfLogin = async (body: typeof asha) =>
    (await asker(server(), null)('login', { body })).status

  test('opens no session to a login with the former one that is being checked', async () => {
    const ask = await disturbed('where u.email', reset)
    expect((await ask('login', { body: asha })).status).toBe(422)
    expect(await sessions()).toBe(0)
    expect(await statusOfLogin(temporary)).toBe(200)
  })

  test('is not replaced by the former one, hashed again at another cost', async () => {
    const ask = await disturbed('where u.email', reset, 5)
    await ask('login', { body: asha })
    expect(await statusOfLogin(asha)).toBe(422)
    expect(await statusOfLogin(temporary)).toBe(200)
  })

  test.each(['passwordChange', 'passwordSet'] as const)(
    'is not replaced by %s in a session that it has ended',
    async name => {
      const token = await server().login()
      await server().db.query(`update users set is_first_login = $1`, [name === 'passwordSet'])
      const ask = await disturbed('join sessions', reset)
      const password = 'of a thief'
      const body =
        name === 'passwordChange'
          ? { old_password: asha.password, new_password: password, confirm_password: password }
          : { token, new_password: password, new_password_confirmation: password }
      expect((await ask(name, { token, body })).status).toBe(422)
      expect(await statusOfLogin({ ...asha, password })).toBe(422)
      expect(await statusOfLogin(temporary)).toBe(200)
    },
  )

  test('is hashed again at another cost at a login', async () => {
    const hashOf = async () =>
      only(
        await server().db.query<{ hash: string }>(
          'select password_hash as hash from users where email = $1',
          [asha.email],
        ),
      ).hash
    const ask = await disturbed('no statement', reset, 5)
    expect((await ask('login', { body: asha })).status).toBe(200)
    expect(await hashOf()).toContain('ln=5')
    expect((await ask('login', { body: asha })).status).toBe(200)
  })

  test('opens a session to both of two logins at once, of which one hashes it again', async () => {
    const other = async () => expect((await ask('login', { body: asha })).status).toBe(200)
    const ask = await disturbed('where u.email', other, 5)
    expect((await ask('login', { body: asha })).status).toBe(200)
    expect(await sessions()).toBe(2)
  })
})
