import { expect, test } from 'vitest'
import { createPasswords } from '../../server/auth/passwords.ts'
import { adminOf } from './admin-line.ts'
import { describeServer } from './engines.ts'
import { asker, signIn, type Ask } from './surveyor.ts'

const email = 'asha@transect.example'

const tokenFrom = (letter: string | undefined): string =>
  /\/reset-password\?token=([\w-]+)/.exec(letter ?? '')?.[1] ?? ''

describeServer('a forgotten password', server => {
  const forgotten = async (): Promise<{ ask: Ask; token: string }> => {
    const ask = asker(server(), null)
    await ask('passwordForgot', { body: { email } })
    return { ask, token: tokenFrom(server().emails.at(-1)?.text) }
  }
  const reset = (ask: Ask, token: string, password = 'a new password') =>
    ask('passwordReset', { body: { token, password, confirm_password: password } })

  test('gets the same answer for an unknown address, without an e-mail', async () => {
    const ask = asker(server(), null)
    const known = await ask('passwordForgot', { body: { email } })
    const unknown = await ask('passwordForgot', { body: { email: 'nobody@transect.example' } })
    expect(unknown.body).toEqual(known.body)
    expect(server().emails.map(email => email.to)).toEqual([email])
  })

  test('is reset once by the link, which ends every session', async () => {
    const before = await signIn(server())
    const { ask, token } = await forgotten()
    expect((await ask('passwordResetVerify', { body: { token } })).status).toBe(200)
    expect((await reset(ask, token)).status).toBe(200)
    expect((await before('account')).status).toBe(401)
    expect(await server().login(email, 'a new password')).toMatch(/\S/)
    expect((await reset(ask, token, 'another password')).status).toBe(422)
    expect((await ask('passwordResetVerify', { body: { token } })).status).toBe(422)
  })

  test('the link expires after an hour, and an older one works until it expires or one is used', async () => {
    const { ask, token } = await forgotten()
    server().clock.advance(30 * 60_000)
    const newer = await forgotten()
    expect((await ask('passwordResetVerify', { body: { token } })).status).toBe(200)
    server().clock.advance(30 * 60_000)
    expect((await reset(ask, token)).status).toBe(422)
    const newest = await forgotten()
    expect((await reset(ask, newer.token)).status).toBe(200)
    expect((await reset(ask, newest.token)).status).toBe(422)
    server().clock.advance(60 * 60_000)
    const last = await forgotten()
    server().clock.advance(60 * 60_000)
    expect((await reset(ask, last.token)).status).toBe(422)
  })

  test('gets three e-mails an hour at most, from wherever they are asked for, also at once', async () => {
    const askFrom = async (address: string) => {
      const answer = await server().app.fetch(
        new Request('http://transect.test/api/surveyor/auth/password-forgot', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email }),
        }),
        address,
      )
      return answer.status
    }
    const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '203.0.113.4', '203.0.113.5']
    expect(await Promise.all(addresses.map(askFrom))).toEqual([200, 200, 200, 200, 200])
    await server().app.settled()
    expect(server().emails.length).toBe(3)
    server().clock.advance(60 * 60_000)
    const { ask, token } = await forgotten()
    expect(server().emails.length).toBe(4)
    expect((await reset(ask, token)).status).toBe(200)
  })

  test('has no link any more when the password was replaced or the sessions were ended meanwhile', async () => {
    const change = async () => {
      const body = { old_password: 'fieldwork-2026', new_password: 'my own password' }
      const ask = await signIn(server())
      await ask('passwordChange', { body: { ...body, confirm_password: body.new_password } })
    }
    const admin = adminOf(server)
    for (const replace of [
      change,
      () => admin('user', 'reset', email),
      () => admin('user', 'end-sessions', email),
    ]) {
      const { ask, token } = await forgotten()
      expect((await ask('passwordResetVerify', { body: { token } })).status).toBe(200)
      await replace()
      expect((await reset(ask, token, 'of a stranger')).status).toBe(422)
    }
  })

  test('two uses of one link at the same moment: one wins', async () => {
    const { ask, token } = await forgotten()
    const both = await Promise.all([reset(ask, token, 'password-one'), reset(ask, token)])
    expect(both.map(answered => answered.status).sort()).toEqual([200, 422])
  })

  test('must be entered twice and be long enough', async () => {
    const { ask, token } = await forgotten()
    const body = { token, password: 'longenough', confirm_password: 'different' }
    expect((await ask('passwordReset', { body })).message).toBe('Passwords do not match.')
    expect((await reset(ask, token, 'short')).message).toBe(
      'Password must be at least 8 characters long.',
    )
  })
})

describeServer('a first password', server => {
  const first = 'first@transect.example'

  test('is set with the access token, and again with the same one', async () => {
    const token = await server().login(first)
    const ask = asker(server(), token)
    const set = (password: string, sent = token) =>
      ask('passwordSet', {
        body: { token: sent, new_password: password, new_password_confirmation: password },
      })
    expect((await set('my own password', 'another token')).status).toBe(422)
    expect((await set('my own password')).status).toBe(200)
    expect((await ask('account')).data).toMatchObject({ is_first_login: false })
    expect((await set('my own password')).status).toBe(200)
    expect((await set('a third password')).status).toBe(422)
    expect(await server().login(first, 'my own password')).toMatch(/\S/)
  })
})

describeServer('a password that is set already', server => {
  test('cannot be guessed by setting it again and again', async () => {
    const token = await server().login()
    const ask = asker(server(), token)
    const guess = (password: string) =>
      ask('passwordSet', {
        body: { token, new_password: password, new_password_confirmation: password },
      })
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await guess(`a guess ${tries}`)).status).toBe(422)
    }
    expect((await guess('fieldwork-2026')).status).toBe(429)
    server().clock.advance(61_000)
    expect((await guess('fieldwork-2026')).status).toBe(200)
  })
})

describeServer('a changed password', server => {
  test('needs the old one and ends other sessions', async () => {
    const [ask, other] = [await signIn(server()), await signIn(server())]
    const change = (old_password: string, new_password = 'a new password') =>
      ask('passwordChange', {
        body: { old_password, new_password, confirm_password: new_password },
      })
    expect((await change('wrong')).body).toMatchObject({ errors: { old_password: [/\S/] } })
    expect((await change('fieldwork-2026', 'short')).message).toBe(
      'New password must be at least 8 characters long.',
    )
    expect((await change('fieldwork-2026')).status).toBe(200)
    expect((await ask('account')).status).toBe(200)
    expect((await other('account')).status).toBe(401)
    await expect(server().login(email)).rejects.toThrow('No login')
  })
})

test('a hash contains its cost, and one of another cost is recognised and still works', async () => {
  const cheap = createPasswords({ ln: 4, r: 1, p: 1 })
  const dearer = createPasswords({ ln: 5, r: 1, p: 1 })
  const stored = await cheap.hash('secret')
  expect(stored).not.toBe(await cheap.hash('secret'))
  expect([cheap.isOutdated(stored), dearer.isOutdated(stored)]).toEqual([false, true])
  expect(await dearer.matches('secret', stored)).toBe(true)
  expect(await dearer.matches('Secret', stored)).toBe(false)
  expect(await dearer.matches('secret', null)).toBe(false)
})
