import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/e2e/server.ts'
import { prepareSurveyors } from '../load/prepare.ts'
import { root } from './files.ts'

/** A server in a separate process, with surveyors in its database. */
interface ServerProcess {
  readonly url: string
  readonly port: number
  /** One for each surveyor. */
  readonly tokens: readonly string[]
  /** Processor time of the process so far; NaN on a system without /proc. */
  readonly usedMs: () => number
  readonly stop: () => Promise<void>
}

/** The product's server, as `npm start` runs it. */
export const productServer = 'server/main.ts'

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A tick of /proc in milliseconds, on every usual Linux. */
const tickMs = 10

const usedMsOf = (pid: number | undefined): number => {
  try {
    // The name, which may contain spaces, ends with the last bracket.
    const [, after = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = after.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return Number.NaN
  }
}

/** Starts a server; `databaseUrl` null is the embedded database. */
export const startServerProcess = async (
  file: string,
  databaseUrl: string | null,
  surveyors: number,
): Promise<ServerProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'transect-bench-'))
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  const tokens = await prepareSurveyors(env, surveyors)
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--import', 'tsx', `${root}${file}`], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${file} did not start.`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    url,
    port,
    tokens,
    usedMs: () => usedMsOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
