import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/e2e/server.ts'
import { prepareSurveyors } from '../load/prepare.ts'
import { root } from './files.ts'
import { usedMsOf } from './used-ms.ts'

/** A server in a separate process. */
interface ServerProcess {
  readonly url: string
  readonly port: number
  /** Processor time of the process so far; NaN on a system without /proc. */
  readonly usedMs: () => number
  readonly stop: () => Promise<void>
}

/** A server with surveyors in its database. */
interface FilledServer extends ServerProcess {
  /** One for each surveyor. */
  readonly tokens: readonly string[]
}

/** The product's server, as `npm start` runs it. */
export const productServer = 'server/main.ts'

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

const startIn = async (
  folder: string,
  file: string,
  databaseUrl: string | null,
  surveyors: number,
): Promise<FilledServer> => {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  const tokens = surveyors === 0 ? [] : await prepareSurveyors(env, surveyors)
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

const newFolder = () => mkdtempSync(join(tmpdir(), 'transect-bench-'))

/** Starts a server after surveyors were written into its database; `databaseUrl` null is the embedded one. */
export const startServerProcess = (
  file: string,
  databaseUrl: string | null,
  surveyors: number,
): Promise<FilledServer> => startIn(newFolder(), file, databaseUrl, surveyors)

/** Starts one more of the product's servers on a database that is filled. */
export const startAnotherServer = (databaseUrl: string): Promise<ServerProcess> =>
  startIn(newFolder(), productServer, databaseUrl, 0)
