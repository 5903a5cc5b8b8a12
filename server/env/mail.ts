/* The only door to nodemailer. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import { failureText, type Log } from './log.ts'

/** One letter in plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Takes a letter. A failure is thrown; the caller decides whether the surveyor learns of it. */
export type Mailer = (letter: Letter) => Promise<void>

/** A mail server, and whom its letters are from. */
export interface SmtpOptions {
  /** smtp:// or smtps://, with the login in it where one is needed. */
  readonly url: string
  readonly from: string
}

const smtpTimeoutMs = 20_000

/** A link in a letter works for an hour; the letter is of no use after a day. */
const keptMs = 24 * 60 * 60_000

const removeOld = async (directory: string, now: number): Promise<void> => {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now - found.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

/**
 * Writes each letter to a file of its own, for an administrator or a mail program to pick up.
 * The log names the file and never the link, which would let a reader of the log sign in.
 */
export const createFolderMailer = (directory: string, clock: Clock, log: Log): Mailer => {
  let count = 0
  return async letter => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await removeOld(directory, clock())
    count += 1
    const stamp = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
    const path = join(directory, `${stamp}-${count}.txt`)
    const lines = [`To: ${letter.to}`, `Subject: ${letter.subject}`, '', letter.text, '']
    await writeFile(path, lines.join('\n'), { mode: 0o600 })
    log('info', 'mail-written', { path })
  }
}

/** Hands each letter to a mail server. Throws what the server says, or when it does not answer in time. */
export const createSmtpMailer = ({ url, from }: SmtpOptions, log: Log): Mailer => {
  const transport = createTransport(
    { url, connectionTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs },
    { from },
  )
  return async ({ to, subject, text }) => {
    await transport.sendMail({ to, subject, text })
    log('info', 'mail-sent')
  }
}

/**
 * Keeps a letter in the first way and sends it in the second without making anybody wait: how long an
 * answer takes must not tell whether an address is known. What cannot be sent is still kept.
 */
export const keepAndSend =
  (keep: Mailer, send: Mailer, log: Log): Mailer =>
  async letter => {
    await keep(letter)
    send(letter).catch((failure: unknown) => {
      log('error', 'mail-failed', { failure: failureText(failure) })
    })
  }
