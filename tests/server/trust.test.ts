import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { lockDataDirectory } from '../../server/db/data-lock.ts'
import { limits } from '../../server/limits.ts'
import { failureText } from '../../server/env/log.ts'
import { silentLog } from './silent-log.ts'
import { networkOf } from '../../server/http/network.ts'
import { createPasswords, TooManyWaiting } from '../../server/auth/passwords.ts'
import { until } from '../env.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { asker, newSubmission, rowOf, signIn, uploadForm } from './surveyor.ts'

/** Attacks that a surveyor never makes. */

const asha = { email: 'asha@transect.example', password: 'fieldwork-2026' }
const cheap = { ln: 4, r: 1, p: 1 }

describeServer('guessing', server => {
  test('is not faster when all guesses are sent at once', async () => {
    const ask = asker(server(), null)
    const guess = { ...asha, password: 'wrong' }
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask('login', { body: guess })),
    )
    const statuses = answers.map(({ status }) => status)
    // Two are checked at a time, and the next start before a failure is counted.
    expect(statuses.filter(status => status === 422).length).toBeLessThanOrEqual(8)
    expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(32)
  })

  test('of an old password has to wait as well', async () => {
    const ask = await signIn(server())
    const body = { old_password: 'x', new_password: 'longenough', confirm_password: 'longenough' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('passwordChange', { body })),
    )
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(8)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('a known and an unknown address take the same time, because the answer does not wait for the e-mail', async () => {
    let emails = 0
    const app = await createApp({
      db: server().db,
      blobs: server().blobs,
      clock: server().clock,
      log: silentLog,
      mailer: () => {
        emails += 1
        return new Promise(() => {})
      },
      publicUrl: 'https://survey.example.org',
      mode: 'production',
      scryptCost: cheap,
    })
    const answer = await app.fetch(
      new Request('https://survey.example.org/api/surveyor/auth/password-forgot', {
        method: 'POST',
        body: JSON.stringify({ email: asha.email }),
      }),
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
    expect(answer.headers.get('Set-Cookie')).toMatch(/; Secure;/)
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'.*sandbox$/)
    await until('the e-mail is on its way', () => emails === 1)
  })
})

describeServer('an inactive user', server => {
  test('reads and writes nothing except their own account', async () => {
    const ask = await signIn(server())
    const id = rowOf(await ask('submissionCreate', { body: newSubmission() })).id
    await server().db.query(`update users set is_active = false where email = $1`, [asha.email])
    const edit = { ...newSubmission(), updated_at: '2026-11-20T10:00:00.000Z' }
    for (const refused of [
      await ask('forms'),
      await ask('form', { id: 'household-profile' }),
      await ask('submissions'),
      await ask('submission', { id }),
      await ask('stats'),
      await ask('submissionCreate', { body: newSubmission() }),
      await ask('submissionUpdate', { id, body: edit }),
      await ask('submissionDelete', { id }),
      await ask('filesUpload', { id, form: uploadForm('f', []) }),
    ]) {
      expect([refused.status, refused.message]).toEqual([403, 'User account is inactive'])
    }
    expect((await ask('account')).data).toMatchObject({ is_active: false })
    expect((await ask('logout')).headers.get('Clear-Site-Data')).toBe('"cache"')
  })
})

describeServer('values that no row can store', server => {
  test('are refused by name, and are no server error', async () => {
    const ask = await signIn(server())
    const send = (answer: object) =>
      ask('submissionCreate', {
        body: newSubmission({
          answers: [{ form_field_id: 'f', value: 'v', ...answer }],
        }),
      })
    expect((await send({ occurrence: 2 ** 31 })).body).toMatchObject({
      status: false,
      errors: { 'answers.0.occurrence': [/\S/] },
    })
    expect((await send({ form_field_id: 'x'.repeat(5000) })).status).toBe(422)
    expect((await send({ occurrence: limits.occurrences })).status).toBe(201)
    for (const created_at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00']) {
      const undated = await ask('submissionCreate', { body: newSubmission({ created_at }) })
      expect(rowOf(undated).created_at).toBe('2026-11-20T09:30:00.000Z')
    }
    expect((await ask('form', { id: '\0' })).status).toBe(404)
    expect((await ask('form', { id: 'household-profile\0' })).status).toBe(200)
  })

  test('a body with very many parts is refused before it is parsed', async () => {
    const ask = await signIn(server())
    const id = rowOf(await ask('submissionCreate', { body: newSubmission() })).id
    const form = (parts: number) => {
      const made = uploadForm('f', [new File(['x'], 'a.txt')])
      for (let at = 0; at < parts; at += 1) made.append('extra', 'x')
      return made
    }
    expect((await ask('filesUpload', { id, form: form(200) })).status).toBe(413)
    expect((await ask('filesUpload', { id, form: form(20) })).status).toBe(200)
  })
})

test('an IPv6 address counts by its network, which a sender cannot change at will', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
})

test('the log has the kind of a data error and not the data, and no address that a mail server quotes', () => {
  const failure = Object.assign(new Error('invalid input: "Meera, ward 7"'), { code: '22P02' })
  expect(failureText(failure)).toBe('Error: SQL state 22P02')
  const refused = new Error('550 5.1.1 <meera@ngo.example>: unknown')
  expect(failureText(refused)).toBe('Error: 550 5.1.1 <…>: unknown')
  expect(failureText({ name: 'ErrnoError', errno: 51 })).toMatch(/disk refused .* error 51$/)
  expect(failureText(new Error('no connection'))).toBe('Error: no connection')
})

test('a password is checked only when its turn has come and a check is still allowed', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash('right')
  expect(await passwords.matches('right', stored, () => false)).toBe(false)
  expect(await passwords.matches('right', stored, () => true)).toBe(true)
})

test('a password whose turn comes after its caller may have left is not checked', async () => {
  const costs: number[] = []
  const check = (maxWaitMs: number) => {
    const passwords = createPasswords({ ...cheap, ln: 10 }, maxWaitMs)
    const mayTry = () => costs.push(maxWaitMs) > 0
    return Promise.allSettled([1, 2, 3, 4].map(() => passwords.matches('p', null, mayTry)))
  }
  expect((await check(60_000)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  const late = await check(0)
  expect(late.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect((late[3] as PromiseRejectedResult).reason).toBeInstanceOf(TooManyWaiting)
  expect(costs.filter(wait => wait === 0)).toHaveLength(2)
})

test.runIf(process.platform === 'linux')(
  'the lock of an ended process is taken over, even if its parent has not waited for it',
  async () => {
    const directory = await temporaryDirectory()
    // A shell that becomes a sleep never waits for its child, which ends at once and stays a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const zombie = Number(said.toString())
    const stat = await until('a zombie', async () => {
      const text = await readFile(`/proc/${zombie}/stat`, 'utf8')
      return text.includes(') Z ') && text
    })
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    await writeFile(join(directory.path, 'server.lock'), `${zombie} ${started} ${hostname()}`)
    const lock = lockDataDirectory(directory.path)
    expect(await readFile(join(directory.path, 'server.lock'), 'utf8')).toMatch(
      new RegExp(`^${process.pid} `),
    )
    lock.release()
    parent.kill()
    await directory.remove()
  },
)
