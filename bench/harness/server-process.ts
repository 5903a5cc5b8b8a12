import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/e2e/server.ts'
import { prepareSurveyors } from '../load/prepare.ts'
import { root } from './files.ts'

/** A server in a separate process, with surveyors in its database. */
interface ServerProcess {
  readonly url: string
  /** One for each surveyor. */
  readonly tokens: readonly string[]
  readonly stop: () => Promise<void>
}

/** The product's server, as `npm start` runs it. */
export const productServer = 'server/main.ts'

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

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
    tokens,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
