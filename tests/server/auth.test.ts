import { expect, test } from 'vitest'
import { User } from '../../replication/wire/answers.ts'
import { limits } from '../../server/limits.ts'
import { parse } from 'valibot'
import { describeServer } from './engines.ts'
import { asker, signIn, type Answered } from './surveyor.ts'

const asha = { email: 'asha@transect.example', password: 'fieldwork-2026' }
const userOf = (answered: Answered) => (answered.data as { user: Record<string, unknown> }).user

describeServer('signing in and out', server => {
  test('answers a token and a user that match the wire schema', async () => {
    const answered = await asker(server(), null)('login', { body: asha })
    expect(answered.status).toBe(200)
    expect(answered.data).toMatchObject({ access_token: expect.stringMatching(/^[\w-]{43}$/) })
    const user = parse(User, userOf(answered))
    expect(user.full_name).toBe('Asha Verma')
    expect(user.organization_name).toBe('Terra Verde Relief')
    const logo = await server().fetch(user.organization_logo)
    expect(logo.headers.get('Content-Type')).toBe('image/svg+xml')
  })

  test('accepts the address in any case and with spaces around it', async () => {
    const email = '  ASHA@Transect.Example '
    expect((await asker(server(), null)('login', { body: { ...asha, email } })).status).toBe(200)
  })

  test('a wrong password is 422, the same as an unknown address, and never 401', async () => {
    const ask = asker(server(), null)
    const wrong = await ask('login', { body: { ...asha, password: 'wrong' } })
    const unknown = await ask('login', { body: { ...asha, email: 'nobody@transect.example' } })
    expect(wrong.status).toBe(422)
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.message).not.toMatch(/draft|invalid|deleted/i)
  })

  test('a call without a session takes only a small body', async () => {
    const ask = asker(server(), null)
    const long = { ...asha, password: 'x'.repeat(20_000) }
    const refused = await ask('login', { body: long })
    expect([refused.status, refused.message]).toEqual([413, 'The request is larger than 16 kB.'])
    expect((await ask('passwordForgot', { body: long })).status).toBe(413)
  })

  test('after too many wrong passwords one has to wait, and may then try again', async () => {
    const ask = asker(server(), null)
    for (let tries = 0; tries < 5; tries += 1) {
      await ask('login', { body: { ...asha, password: 'wrong' } })
    }
    const refused = await ask('login', { body: asha })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBe(60)
    server().clock.advance(61_000)
    expect((await ask('login', { body: asha })).status).toBe(200)
  })

  test('many logins of one account at once do not keep others from signing in', async () => {
    const ask = asker(server(), null)
    const one = { ...asha, email: 'first@transect.example' }
    const many = Array.from({ length: 12 }, () => ask('login', { body: one }))
    const other = await ask('login', { body: asha })
    const statuses = (await Promise.all(many)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(429)])
    expect(other.status).toBe(200)
    expect((await ask('login', { body: one })).status).toBe(200)
  })

  test('a clock that is set back does not make one wait for longer than the longest pause', async () => {
    const ask = asker(server(), null)
    for (let tries = 0; tries < 5; tries += 1) {
      await ask('login', { body: { ...asha, password: 'wrong' } })
    }
    server().clock.advance(-365 * 24 * 60 * 60_000)
    expect((await ask('login', { body: asha })).status).toBe(200)
  })

  test('an inactive user can sign in, but not change the account', async () => {
    const ask = await signIn(server(), 'inactive@transect.example')
    expect(((await ask('account')).data as { is_active: boolean }).is_active).toBe(false)
    const update = { first_name: 'A', last_name: 'B', phone_number: '' }
    const change = { old_password: 'x', new_password: 'longenough', confirm_password: 'longenough' }
    for (const refused of [
      await ask('accountUpdate', { body: update }),
      await ask('passwordChange', { body: change }),
    ]) {
      expect([refused.status, refused.message]).toEqual([403, 'User account is inactive'])
    }
  })

  test('logout ends this session and no other', async () => {
    const [one, other] = [await signIn(server()), await signIn(server())]
    expect((await one('logout')).status).toBe(200)
    expect((await one('account')).status).toBe(401)
    expect((await other('account')).status).toBe(200)
  })

  test('a session ends after 572 hours', async () => {
    const ask = await signIn(server())
    server().clock.advance(limits.sessionMs - 1)
    expect((await ask('account')).status).toBe(200)
    server().clock.advance(1)
    expect((await ask('account')).status).toBe(401)
  })

  test('stores neither passwords nor tokens', async () => {
    const token = await server().login()
    const stored = await server().db.query(
      `select token_sha256, password_hash from sessions s join users u on u.id = s.user_id`,
    )
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(JSON.stringify(stored)).toContain('$scrypt$ln=')
    expect(JSON.stringify(stored)).not.toContain(asha.password)
  })
})

describeServer('the account', server => {
  test('is changed by JSON', async () => {
    const ask = await signIn(server())
    const body = { first_name: ' Aisha ', last_name: 'Rao', phone_number: '+911234567' }
    expect((await ask('accountUpdate', { body })).data).toMatchObject({ full_name: 'Aisha Rao' })
    expect((await ask('account')).data).toMatchObject({ first_name: 'Aisha' })
  })

  test('is changed with a picture by multipart, and refuses other files', async () => {
    const ask = await signIn(server())
    const form = (bytes: Uint8Array<ArrayBuffer>) => {
      const parts = new FormData()
      parts.set('first_name', 'Asha')
      parts.set('last_name', 'Verma')
      parts.set('phone_number', '')
      parts.set('profile_image', new File([bytes], 'me.jpg'))
      return parts
    }
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
    const changed = await ask('accountUpdate', { form: form(jpeg) })
    const { profile_image } = parse(User, changed.data)
    const picture = await server().fetch(profile_image)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(jpeg)
    expect(picture.headers.get('Content-Type')).toBe('image/jpeg')

    const text = new TextEncoder().encode('<script>alert(1)</script>')
    expect((await ask('accountUpdate', { form: form(text) })).status).toBe(422)
    const large = new Uint8Array(limits.imageBytes + 1)
    large.set(jpeg)
    expect((await ask('accountUpdate', { form: form(large) })).status).toBe(422)
  })
})

describeServer('guessing over many accounts', server => {
  test('has to wait as well, for all accounts from one address', async () => {
    const ask = asker(server(), null)
    for (let tries = 0; tries < 50; tries += 1) {
      await ask('login', { body: { email: `user-${tries}@ngo.example`, password: 'guess' } })
    }
    expect((await ask('login', { body: asha })).status).toBe(429)
  })
})
