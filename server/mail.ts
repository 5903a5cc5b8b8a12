import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** One letter in plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends letters. A failure is thrown; the caller decides whether the surveyor learns of it. */
export type Mailer = (letter: Letter) => Promise<void>

/**
 * Writes each letter to a file of its own, for an administrator or a mail program to pick up.
 * The log names the file and never the link, which would let a reader of the log sign in.
 */
export const createFolderMailer = (directory: string, clock: Clock, log: Log): Mailer => {
  let count = 0
  return async letter => {
    await mkdir(directory, { recursive: true })
    count += 1
    const stamp = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
    const path = join(directory, `${stamp}-${count}.txt`)
    const lines = [`To: ${letter.to}`, `Subject: ${letter.subject}`, '', letter.text, '']
    await writeFile(path, lines.join('\n'), { mode: 0o600 })
    log('info', 'mail-written', { path })
  }
}
