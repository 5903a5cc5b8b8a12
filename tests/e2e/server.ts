import { execFile as execFileCallback, spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execFile = promisify(execFileCallback)

/** The product's server as `npm start` runs it, in test mode, with its own data and maps service. */
export interface RunningServer {
  readonly url: string
  /** Makes the next matching requests fail. */
  readonly arm: (fault: object) => Promise<void>
  /** Clears all faults. */
  readonly heal: () => Promise<void>
  /** Kills the process without a warning, as a power cut does. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same data and port. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
  /** What it has printed since it started last. */
  readonly printed: () => string
  /** Runs a command of the administrator, which this server carries out; returns what it printed. */
  readonly admin: (...line: readonly string[]) => Promise<string>
  /** Signs in and returns a function that calls the API. */
  readonly surveyor: () => Promise<Surveyor>
}

type Surveyor = (path: string) => Promise<Response>

export const email = 'asha@transect.example'
export const password = 'fieldwork-2026'

/** A free port. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return port
}

/** A maps service that knows one place. */
const startGeocoder = async () => {
  const geocoder = createServer((_, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ address: { village: 'Rampura', state: 'Karnataka' } }))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => geocoder.once('listening', resolve))
  const { port } = geocoder.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/reverse`, close: () => geocoder.close() }
}

/** Whether a server answers at an address. */
export const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}

const startProcess = async (
  url: string,
  environment: NodeJS.ProcessEnv,
  onPrinted: (text: string) => void,
): Promise<ChildProcess> => {
  // Without npx in between, so that the child's end is the server's end and its lock is free.
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.setEncoding('utf8').on('data', onPrinted)
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error('The server did not start.')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return child
}

const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

interface ServerOptions {
  /** A free port by default. */
  readonly port?: number
  /** Further settings, as in README. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts a server with the demo data. */
export const startServer = async (options: ServerOptions = {}): Promise<RunningServer> => {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const dataDirectory = await mkdtemp(join(tmpdir(), 'transect-e2e-'))
  // With the demo it goes on from the first start that run.ts made, if that started the tests.
  const used = options.environment?.['DEMO'] === '0' ? undefined : process.env['USED_DATA_DIR']
  if (used !== undefined) await cp(used, dataDirectory, { recursive: true })
  const geocoder = await startGeocoder()
  const environment = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDirectory,
    TRANSECT_MODE: 'test',
    GEOCODER_URL: geocoder.url,
    ...options.environment,
  }
  let printed = ''
  const start = () => {
    printed = ''
    return startProcess(url, environment, text => {
      printed += text
    })
  }
  let child = await start()
  return {
    url,
    arm: async fault => {
      await fetch(`${url}/api/__test/faults`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fault),
      })
    },
    heal: async () => {
      await fetch(`${url}/api/__test/faults`, { method: 'DELETE' })
    },
    printed: () => printed,
    kill: () => endProcess(child, 'SIGKILL'),
    restart: async () => {
      child = await start()
    },
    stop: async () => {
      await endProcess(child, 'SIGTERM')
      geocoder.close()
      await rm(dataDirectory, { recursive: true, force: true })
    },
    admin: async (...line) => {
      const parts = ['--import', 'tsx', 'server/admin.ts', ...line]
      const { stdout } = await execFile(process.execPath, parts, { env: environment })
      return stdout
    },
    surveyor: async () => {
      const logIn = () =>
        fetch(`${url}/api/surveyor/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email, password }),
        })
      const login = await logIn()
      // A server on a full machine refuses a login that waits too long.
      const answer = login.ok ? login : await logIn()
      if (!answer.ok) throw new Error(`The login was answered ${await answer.text()}`)
      const { data } = (await answer.json()) as { data: { access_token: string } }
      const headers = { Authorization: `Bearer ${data.access_token}` }
      return path => fetch(path.startsWith('http') ? path : `${url}/api${path}`, { headers })
    },
  }
}
