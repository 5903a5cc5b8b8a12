import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The server as `npm start` runs it: a separate process, on a free port. */
export interface ChildServer {
  /** Resolves with its address when it is ready. Rejects when it ends before. */
  readonly ready: Promise<string>
  /** Resolves with its address when it listens, before the database is open. */
  readonly listening: Promise<string>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Closes the pipes of its output, as the end of a log collector does. */
  readonly stopReading: () => void
  /** The exit code, or null after a signal; with its complete output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Starts the server on a data directory. */
export const startChild = (
  dataDirectory: string,
  environment: Readonly<Record<string, string>> = {},
): ChildServer => {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDirectory,
      TRANSECT_MODE: 'test',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)?.[1]
        if (found !== undefined) resolve(found)
      }
      child.stdout.on('data', look)
      child.once('close', (code, signal) => {
        reject(new Error(`The server ended (${code ?? signal}):\n${output}`))
      })
    })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
    })
  }
  const ready = said(/Transect is ready:\s+(http:\S+)/)
  const listening = said(/(http:\S+): starting the database/)
  // Awaiting callers see the failure; a test that does not await must not end the run.
  ready.catch(() => undefined)
  listening.catch(() => undefined)
  return {
    ready,
    listening,
    kill: signal => {
      child.kill(signal)
    },
    stopReading: () => {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })),
  }
}

/** A directory for one test, and its removal. */
export const temporaryDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), 'transect-data-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/**
 * A data directory as a first start with the demo leaves it, and its removal. Servers start on copies of it because most of
 * a first start makes the database.
 */
export const usedDirectory = async (): ReturnType<typeof temporaryDirectory> => {
  const directory = await temporaryDirectory()
  const first = startChild(directory.path)
  await first.ready
  first.kill('SIGTERM')
  await first.ended
  return directory
}

/** Signs in as the demo's surveyor and returns the access token. */
export const loginOver = async (address: string): Promise<string> => {
  const answer = await fetch(`${address}/api/surveyor/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'asha@transect.example', password: 'fieldwork-2026' }),
  })
  const body = (await answer.json()) as { data: { access_token: string } }
  return body.data.access_token
}

/** A submission in the list of a surveyor. */
export interface Listed {
  readonly id: string
  readonly client_key: string | null
}

/** The first page of a surveyor's submissions. */
export const listedOver = async (address: string, token: string): Promise<readonly Listed[]> => {
  const answer = await fetch(`${address}/api/surveyor/form-submissions`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { data: readonly Listed[] }).data
}
