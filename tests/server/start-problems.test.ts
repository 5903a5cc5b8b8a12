import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigProblem, readConfig } from '../../server/config.ts'
import { listen } from '../../server/http/node-http.ts'
import { startServer } from '../../server/start.ts'
import { namingAddress } from '../../server/start-problems.ts'
import { startChild, temporaryDirectory } from './child-server.ts'
import { silentLog } from './silent-log.ts'

/** Why a server does not start, for its operator: one sentence that names the setting, and one that says what to do. */

let folder: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  folder = await temporaryDirectory()
})
afterAll(() => folder.remove())

const start = (environment: Readonly<Record<string, string>>) =>
  startServer(readConfig({ DATA_DIR: join(folder.path, 'data'), ...environment }), silentLog)

/** A PostgreSQL server that refuses every connection with a code. */
const refusing = async (code: string, message: string) => {
  const server = createServer(socket => {
    socket.once('data', () => {
      const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, fields]))
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://u:p@127.0.0.1:${port}/x`, close: () => server.close() }
}

test('a busy port is named', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const child = startChild(join(folder.path, 'data'), { PORT: String(port) })
  const { code, output } = await child.ended
  other.close()
  expect({ code, output }).toEqual({
    code: 1,
    output: `PORT ${port} of 127.0.0.1 is in use by another program. Stop that, or set PORT to another number.\n`,
  })
})

test('a host that is not this machine is named', async () => {
  const config = readConfig({ HOST: '203.0.113.9', PORT: '0' })
  const started = namingAddress(config, () => listen(() => Promise.reject(new Error()), config))
  await expect(started).rejects.toThrow('HOST "203.0.113.9" is no address of this machine.')
})

test('a data directory that is a file is named, also when only photos are in it', async () => {
  const file = join(folder.path, 'a-file')
  await writeFile(file, '')
  for (const DATA_DIR of [file, join(file, 'below')]) {
    await expect(start({ DATA_DIR })).rejects.toThrow(`DATA_DIR ${DATA_DIR} cannot be used`)
    await expect(start({ DATA_DIR, DATABASE_URL: '/nowhere x' })).rejects.toThrow(ConfigProblem)
  }
})

test.runIf(process.platform === 'linux')(
  'a data directory below /proc ends the start',
  async () => {
    const { code, output } = await startChild('/proc/transect').ended
    expect(code).toBe(1)
    expect(output).toContain('DATA_DIR /proc/transect cannot be used')
  },
)

test.each([
  ['3D000', 'database "x" does not exist', 'Create it with createdb'],
  ['28P01', 'password authentication failed for user "u"', 'refuses its user or password'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'takes no writes'],
  ['57P03', 'the database system is starting up', 'does not answer (57P03)'],
])('a database that refuses with %s is named', async (code, message, said) => {
  const { url, close } = await refusing(code, message)
  const failure: unknown = await start({ DATABASE_URL: url }).catch((why: unknown) => why)
  close()
  expect(failure).toBeInstanceOf(ConfigProblem)
  expect(String(failure)).toContain('DATABASE_URL')
  expect(String(failure)).toContain(said)
})

test('a database that is not there is named without its password', async () => {
  const failure: unknown = await start({
    DATABASE_URL: 'postgres://u:secret-word@127.0.0.1:1/x',
  }).catch((why: unknown) => why)
  expect(String(failure)).toContain('DATABASE_URL at 127.0.0.1:1 does not answer (ECONNREFUSED)')
  expect(String(failure)).not.toContain('secret-word')
})
