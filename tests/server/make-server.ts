import { createApp, type App } from '../../server/app.ts'
import { emptyDatabase } from './empty-database.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import type { BlobStore } from '../../server/files/blobs.ts'
import { openPglite } from '../../server/db/pglite.ts'
import type { Db } from '../../server/db/db.ts'
import { demoPassword, emptyTables, seedDemo } from '../../server/demo/seed.ts'
import type { Faults } from '../../server/test-mode/faults.ts'
import { silentLog } from './silent-log.ts'
import type { Email } from '../../server/env/mail.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createPasswords, type ScryptCost } from '../../server/auth/passwords.ts'

/** A clock that stands still until a test advances it. */
export interface TestClock {
  (): number
  /** Advances by so many milliseconds. */
  readonly advance: (ms: number) => void
  readonly set: (nowMs: number) => void
}

/** A clock that starts at the given time. */
const createTestClock = (startMs: number): TestClock => {
  let now = startMs
  return Object.assign(() => now, {
    advance: (ms: number) => {
      now += ms
    },
    set: (nowMs: number) => {
      now = nowMs
    },
  })
}

/** A real server in memory, with the demo data, for any test. */
export interface TestServer {
  readonly app: App
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: TestClock
  readonly faults: Faults
  /** The e-mails that the server sent, oldest first. */
  readonly emails: readonly Email[]
  readonly origin: string
  /** Like the global fetch; a path alone is resolved against the origin. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Signs in and returns the access token. */
  readonly login: (email?: string, password?: string) => Promise<string>
  /** Resets to the demo data, the first time and no armed fault. Sessions end. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Optional settings. */
export interface TestServerOptions {
  /** By default a new PGlite in memory, which takes seconds: share one per test file. */
  readonly db?: Db
  readonly mode?: 'production' | 'test'
  readonly startMs?: number
  readonly origin?: string
  readonly allowedOrigins?: readonly string[]
  readonly clientDirectory?: string
  /** Past submissions of asha; none by default, because each makes `reset` and every refresh slower. */
  readonly pastTotal?: number
  /** Households of the demo that are cases; none by default. */
  readonly householdTotal?: number
}

const startOfTests = Date.UTC(2026, 10, 20, 9, 30)
const cheap: ScryptCost = { ln: 4, r: 1, p: 1 }

/** Starts the server. Call it once per file, `reset` between tests, and `close` at the end. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const startMs = options.startMs ?? startOfTests
  const origin = options.origin ?? 'http://transect.test'
  const db = options.db ?? (await openPglite(null, await emptyDatabase()))
  const blobs = createMemoryBlobs()
  const clock = createTestClock(startMs)
  const emails: Email[] = []
  const seed = () =>
    seedDemo({
      db,
      blobs,
      clock,
      passwords: createPasswords(cheap),
      pastTotal: options.pastTotal ?? 0,
      householdTotal: options.householdTotal ?? 0,
    })
  const empty = async () => {
    // The trail only grows otherwise.
    await db.query('grant truncate on admin_trail to current_user')
    await emptyTables(db)
  }
  await migrate(db)
  await empty()
  await seed()
  const makeApp = () =>
    createApp({
      db,
      blobs,
      clock,
      log: silentLog,
      mailer: async email => {
        emails.push(email)
      },
      publicUrl: origin,
      mode: options.mode ?? 'test',
      scryptCost: cheap,
      allowedOrigins: options.allowedOrigins ?? [],
      clientDirectory: options.clientDirectory ?? null,
    })
  let app = await makeApp()

  const fetch: TestServer['fetch'] = async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, origin) : input, init)
    const response = await app.fetch(request)
    // E-mails are written after the answer, and tests read them at once.
    await app.settled()
    return response
  }

  const login = async (email = 'asha@transect.example', password = demoPassword) => {
    const response = await fetch('/api/surveyor/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const body = (await response.json()) as { data?: { access_token?: string }; message: string }
    const token = body.data?.access_token
    if (token === undefined) throw new Error(`No login for ${email}: ${body.message}`)
    return token
  }

  return {
    get app() {
      return app
    },
    get faults() {
      return app.faults
    },
    db,
    blobs,
    clock,
    emails,
    origin,
    fetch,
    login,
    reset: async () => {
      clock.set(startMs)
      emails.length = 0
      await empty()
      await seed()
      // A new app resets the rate limits too.
      app = await makeApp()
    },
    close: () => db.close(),
  }
}
