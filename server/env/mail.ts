/* The only door to nodemailer. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import { failureText, type Log } from './log.ts'
import { removeOldFiles } from './old-files.ts'

/** One e-mail in plain text. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends an e-mail. Throws on failure; the caller decides whether to report it to the surveyor. */
export type Mailer = (email: Email) => Promise<void>

/** A mail server and the sender's address. */
export interface SmtpOptions {
  /** smtp:// or smtps://, with the login when one is needed. */
  readonly url: string
  readonly from: string
  /** Whether smtp:// may do without STARTTLS. Anyone on the way could then read the links, and the login. */
  readonly isInsecure: boolean
}

const smtpTimeoutMs = 20_000

/** Deletes the e-mails that are older than a day. Their links have expired after an hour. */
export const removeOldEmails = (directory: string, now: number): Promise<void> =>
  removeOldFiles(directory, name => name.endsWith('.txt'), now)

/**
 * Writes each e-mail to a file, for an administrator or a mail program to collect. The log names the file but
 * never the link, because a reader of the log could sign in with it.
 */
export const createFolderMailer = (directory: string, clock: Clock, log: Log): Mailer => {
  let count = 0
  return async email => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await removeOldEmails(directory, clock())
    count += 1
    const stamp = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
    const path = join(directory, `${stamp}-${count}.txt`)
    const lines = [`To: ${email.to}`, `Subject: ${email.subject}`, '', email.text, '']
    await writeFile(path, lines.join('\n'), { mode: 0o600 })
    log('info', 'mail-written', { path })
  }
}

/**
 * Sends each e-mail through a mail server, encrypted. Throws when the server refuses it, offers no encryption or does not
 * answer in time.
 */
export const createSmtpMailer = ({ url, from, isInsecure }: SmtpOptions, log: Log): Mailer => {
  const address = new URL(url)
  // In the address, because that overrides the options.
  if (!isInsecure) address.searchParams.set('requireTLS', 'true')
  const transport = createTransport(
    { url: address.href, connectionTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs },
    { from },
  )
  return async ({ to, subject, text }) => {
    await transport.sendMail({ to, subject, text })
    log('info', 'mail-sent')
  }
}

/** The e-mails on their way to a mail server. */
export interface MailCounts {
  sending: number
  /** Since the process began. */
  failed: number
}

/**
 * Keeps an e-mail with the first mailer and sends it with the second in the background, because the duration of an
 * answer must not reveal whether an address is known. An e-mail that cannot be sent is still kept, and one that cannot
 * be kept, because the disk is full, is still sent.
 */
export const keepAndSend =
  (keep: Mailer, send: Mailer, log: Log, counts: MailCounts = { sending: 0, failed: 0 }): Mailer =>
  async email => {
    const kept = keep(email)
    counts.sending += 1
    send(email)
      .catch((failure: unknown) => {
        counts.failed += 1
        log('error', 'mail-failed', { failure: failureText(failure) })
      })
      .finally(() => {
        counts.sending -= 1
      })
    await kept
  }
