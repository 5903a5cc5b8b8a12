import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/e2e/server.ts'
import { usedMsOfFamily } from './used-ms.ts'

/** A PostgreSQL server for a bench, in a folder that is deleted with it. */
export interface Postgres {
  readonly port: number
  /** Creates an empty database and returns its address. */
  readonly database: (name: string) => string
  /** Processor time of all its processes so far. */
  readonly usedMs: () => number
  readonly stop: () => Promise<void>
}

const installed = '/usr/lib/postgresql'

/** The folder with the newest installed version's programs; null when none is installed. */
const binaries = (): string | null => {
  if (!existsSync(installed)) return null
  const newest = readdirSync(installed)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return newest === undefined ? null : `${installed}/${newest}/bin/`
}

/** The user of PostgreSQL's package, because PostgreSQL refuses to run as root. */
const unprivileged = (): { readonly uid: number; readonly gid: number } | null => {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString())
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a server with the settings of a fresh installation, and the given ones; null when none is installed. */
export const startPostgres = async (
  more: Readonly<Record<string, string>> = {},
): Promise<Postgres | null> => {
  const programs = binaries()
  if (programs === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'transect-bench-'))
  const as = unprivileged()
  if (as !== null) chownSync(folder, as.uid, as.gid)
  // Not the caller's home, whose certificates the nodes of a cluster would look for.
  const how = { ...as, cwd: folder, env: { ...process.env, HOME: folder } }
  const data = join(folder, 'data')
  spawnSync(`${programs}initdb`, ['-D', data, '-U', 'bench', '-A', 'trust'], how)
  const port = await freePort()
  const given = { port: String(port), unix_socket_directories: folder, ...more }
  const settings = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(`${programs}postgres`, ['-D', data, ...settings], {
    ...how,
    stdio: 'ignore',
  })
  const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'bench']
  for (let tries = 0; spawnSync(`${programs}pg_isready`, address).status !== 0; tries += 1) {
    if (tries > 200 || server.exitCode !== null) throw new Error('PostgreSQL did not start.')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    port,
    usedMs: () => usedMsOfFamily(server.pid),
    database: name => {
      const { status } = spawnSync(`${programs}createdb`, [...address, name])
      if (status !== 0) throw new Error(`The database ${name} was not made.`)
      return `postgres://bench@127.0.0.1:${port}/${name}`
    },
    stop: async () => {
      server.kill('SIGINT')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
