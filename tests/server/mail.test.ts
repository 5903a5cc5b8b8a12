import { readdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Socket, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createSmtpMailer,
  keepAndSend,
  removeOldEmails,
  type Email,
} from '../../server/env/mail.ts'
import { silentLog } from './silent-log.ts'
import { temporaryDirectory } from './child-server.ts'
import { until } from '../env.ts'

/** E-mails by SMTP: what a mail server receives, and what happens when there is none. */

const email: Email = {
  to: 'asha@transect.example',
  subject: 'Reset your password',
  text: 'Open this link:\n\nhttps://survey.example/reset-password?token=abc\n',
}

/** Implements just enough SMTP to receive e-mails. Records every line received. */
const startMailServer = async () => {
  const received: string[] = []
  const talk = (socket: Socket) => {
    let isLetter = false
    socket.write('220 test\r\n')
    socket.on('data', data => {
      for (const line of data.toString('utf8').split('\r\n').filter(Boolean)) {
        received.push(line)
        if (isLetter && line !== '.') continue
        if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else socket.write('250 ok\r\n')
        isLetter = line === 'DATA'
      }
    })
    socket.on('error', () => {})
  }
  const server = createServer(talk).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() }
}

test('an e-mail arrives at the mail server completely, from the configured sender', async () => {
  const mail = await startMailServer()
  await createSmtpMailer(
    { url: mail.url, from: 'Surveys <no-reply@survey.example>', isInsecure: true },
    silentLog,
  )(email)
  mail.close()
  expect(mail.received).toContain('MAIL FROM:<no-reply@survey.example>')
  expect(mail.received).toContain('RCPT TO:<asha@transect.example>')
  expect(mail.received).toContain('Subject: Reset your password')
  expect(mail.received).toContain('https://survey.example/reset-password?token=abc')
})

test('a mail server without encryption gets neither the e-mail nor the login, unless a setting allows it', async () => {
  const mail = await startMailServer()
  for (const query of ['', '?requireTLS=false', '?ignoreTLS=true']) {
    const url = `${mail.url.replace('//', '//user:secret@')}/${query}`
    const send = createSmtpMailer({ url, from: 'a@b.example', isInsecure: false }, silentLog)
    await expect(send(email)).rejects.toThrow(/TLS|SSL/)
  }
  mail.close()
  expect(mail.received.filter(line => /^(AUTH|MAIL|RCPT|DATA|To:)/.test(line))).toEqual([])
})

test('an e-mail that cannot be sent is kept, the answer does not wait, and the failure is logged', async () => {
  const kept: Email[] = []
  const logged: string[] = []
  const send = createSmtpMailer(
    { url: 'smtp://127.0.0.1:1', from: 'a@b.example', isInsecure: false },
    silentLog,
  )
  const counts = { sending: 0, failed: 0 }
  const mailer = keepAndSend(
    async one => void kept.push(one),
    send,
    (level, event, facts) => logged.push(`${level} ${event} ${JSON.stringify(facts)}`),
    counts,
  )
  const mailed = mailer(email)
  expect(counts).toEqual({ sending: 1, failed: 0 })
  await mailed
  expect(kept).toEqual([email])
  const [line = ''] = await until('the failure is logged', () => logged.length > 0 && logged)
  expect(line).toMatch(/^error mail-failed /)
  expect(line).not.toContain('abc')
  await until('it is counted', () => counts.sending === 0)
  expect(counts.failed).toBe(1)
})

test('an e-mail that the disk cannot keep is sent', async () => {
  const sent: Email[] = []
  const mailer = keepAndSend(
    () => Promise.reject(new Error('ENOSPC')),
    async one => void sent.push(one),
    silentLog,
  )
  await expect(mailer(email)).rejects.toThrow('ENOSPC')
  expect(sent).toEqual([email])
})

test('a mail server that never answers delays no answer', async () => {
  const mailer = keepAndSend(
    async () => {},
    () => new Promise(() => {}),
    silentLog,
  )
  await expect(mailer(email)).resolves.toBeUndefined()
})

test('e-mails are deleted when their links no longer work', async () => {
  const directory = await temporaryDirectory()
  const now = Date.UTC(2026, 10, 20)
  for (const [name, hours] of [
    ['old.txt', 25],
    ['new.txt', 23],
  ] as const) {
    await writeFile(join(directory.path, name), 'link')
    const at = new Date(now - hours * 3_600_000)
    await utimes(join(directory.path, name), at, at)
  }
  await removeOldEmails(directory.path, now)
  expect(await readdir(directory.path)).toEqual(['new.txt'])
  await removeOldEmails(join(directory.path, 'none'), now)
  await directory.remove()
})
