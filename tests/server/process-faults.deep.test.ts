import { statfsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPasswords } from '../../server/auth/passwords.ts'
import { migrate } from '../../server/db/migrate.ts'
import { readLine } from '../../server/admin/run.ts'
import { askServer } from '../../server/admin/socket.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import {
  listedOver,
  loginOver,
  startChild,
  temporaryDirectory,
  type ChildServer,
} from './child-server.ts'
import { databaseUrl, withSchema } from './engines.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'
import { newSubmission } from './surveyor.ts'

/** The settings of servers on one database, and its removal. */
interface ProcessDatabase {
  readonly environment: Readonly<Record<string, string>>
  readonly drop: () => Promise<void>
}

const embedded = async (): Promise<ProcessDatabase> => ({
  environment: {},
  drop: async () => undefined,
})

const postgresSchema = async (url: string): Promise<ProcessDatabase> => {
  const keeper = await openPostgres({ url })
  const schema = await withSchema(keeper)
  const db = await openPostgres({ url, schema: schema.name })
  await migrate(db)
  await seedDemo({
    db,
    blobs: createMemoryBlobs(),
    clock: Date.now,
    passwords: createPasswords({ ln: 4, r: 1, p: 1 }),
  })
  await db.close()
  const named = new URL(url)
  named.searchParams.set('options', `-c search_path=${schema.name}`)
  return {
    environment: { DATABASE_URL: named.href },
    drop: async () => {
      await schema.drop()
      await keeper.close()
    },
  }
}

const engines = [
  { name: 'PGlite', open: embedded },
  ...[databaseUrl ?? []]
    .flat()
    .map(url => ({ name: 'PostgreSQL', open: () => postgresSchema(url) })),
]

let directories: Awaited<ReturnType<typeof temporaryDirectory>>[] = []
let running: ChildServer[] = []

beforeEach(() => {
  directories = []
  running = []
})

const end = async (): Promise<void> => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(running.map(child => child.ended))
  for (const directory of directories) await directory.remove()
}
afterEach(end)

const newDirectory = async (): Promise<string> => {
  const directory = await temporaryDirectory()
  directories.push(directory)
  return directory.path
}

const start = (path: string, environment: Readonly<Record<string, string>>): ChildServer => {
  const child = startChild(path, environment)
  running.push(child)
  return child
}

const post = (address: string, token: string, client_key: string) =>
  fetch(`${address}/api/surveyor/form-submissions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(newSubmission({ client_key })),
  })

describe.each(engines)('a server process on $name', ({ open }) => {
  let database: ProcessDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.drop())

  test('loses nothing that it has answered when it is killed', async () => {
    const path = await newDirectory()
    const first = start(path, database.environment)
    const address = await first.ready
    const token = await loginOver(address)
    const answered: string[] = []
    let isKilled = false
    const writer = async (name: string) => {
      for (let count = 0; !isKilled; count += 1) {
        const answer = await post(address, token, `${name}-${count}`).catch(() => null)
        if (answer?.status === 201) answered.push(`${name}-${count}`)
        if (answered.length === 40) {
          isKilled = true
          first.kill('SIGKILL')
        }
      }
    }
    await Promise.all(['a', 'b', 'c'].map(writer))
    expect((await first.ended).code).toBeNull()

    const again = await start(path, database.environment).ready
    const keys = new Set((await listedOver(again, token)).map(row => row.client_key))
    expect(answered.length).toBeGreaterThanOrEqual(40)
    expect(answered.filter(key => !keys.has(key))).toEqual([])
    await end()
  }, 120_000)

  test('ends without cutting a request, and accepts none afterwards', async () => {
    const child = start(await newDirectory(), database.environment)
    const address = await child.ready
    const token = await loginOver(address)
    const statuses: number[] = []
    let isAsked = false
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    const send = (key: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${address}/api/surveyor/form-submissions`, {
          agent,
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
        })
        sent.on('response', answer => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
          answer.on('error', reject)
        })
        sent.on('error', reject)
        sent.end(JSON.stringify(newSubmission({ client_key: key })))
      })
    const submit = async (name: string) => {
      for (let count = 0; statuses.at(-1) !== 503; count += 1) {
        const status = await send(`${name}-${count}`)
        statuses.push(status)
        if (isAsked || count < 5) continue
        isAsked = true
        child.kill('SIGTERM')
      }
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(submit))
    agent.destroy()
    // A cut request rejects, and so would fail the test.
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    expect((await child.ended).code).toBe(0)
  }, 120_000)
})

describe.runIf(databaseUrl !== null)('two processes on one PostgreSQL database', () => {
  test('make one row of a key that both receive at the same moment', async () => {
    const database = await postgresSchema(databaseUrl ?? '')
    const servers = [
      start(await newDirectory(), database.environment),
      start(await newDirectory(), database.environment),
    ]
    const addresses = await Promise.all(servers.map(server => server.ready))
    const token = await loginOver(addresses[0] ?? '')
    const keys = Array.from({ length: 24 }, (_, index) => `key-${index}`)
    const ids = await Promise.all(
      keys.map(async key => {
        const answers = await Promise.all(addresses.map(address => post(address, token, key)))
        expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 201])
        const bodies = (await Promise.all(answers.map(answer => answer.json()))) as {
          readonly data: { readonly id: string }
        }[]
        return new Set(bodies.map(body => body.data.id))
      }),
    )
    expect(ids.every(same => same.size === 1)).toBe(true)
    const rows = await listedOver(addresses[1] ?? '', token)
    expect(rows.map(row => row.client_key).toSorted()).toEqual(keys.toSorted())
    await end()
    await database.drop()
  }, 120_000)
})

describe('a real disk that fills up', () => {
  test('refuses writes, still answers reads, and takes writes again when it is emptied', async context => {
    const path = await newDirectory()
    if (!mountDisk(path, '400m')) return context.skip()
    try {
      const child = start(path, {})
      const address = await child.ready
      const token = await loginOver(address)
      expect((await post(address, token, 'before')).status).toBe(201)
      const { bavail, bsize } = statfsSync(path)
      await writeFile(join(path, 'ballast'), Buffer.alloc(bavail * bsize - 2 * 1024 * 1024))
      const statusSoon = async (key: string, wanted: number) => {
        let status = 0
        for (let tries = 0; status !== wanted && tries < 40; tries += 1) {
          status = (await post(address, token, `${key}-${tries}`)).status
          await new Promise(resolve => setTimeout(resolve, 100))
        }
        return status
      }
      expect(await statusSoon('full', 503)).toBe(503)
      expect((await post(address, token, 'refused')).status).toBe(503)
      await expect(
        askServer(path, readLine(['form', 'unpublish', 'household-profile']), 'operator'),
      ).rejects.toThrow('Less than 80 MB are free')
      expect((await fetch(`${address}/api/health`)).status).toBe(200)
      const keys = (await listedOver(address, token)).map(row => row.client_key)
      expect(keys).toContain('before')
      expect(keys).not.toContain('refused')
      await rm(join(path, 'ballast'))
      expect(await statusSoon('emptied', 201)).toBe(201)
      child.kill('SIGTERM')
      expect((await child.ended).code).toBe(0)
    } finally {
      await Promise.all(running.map(child => (child.kill('SIGKILL'), child.ended)))
      unmountDisk(path)
    }
  }, 120_000)
})
