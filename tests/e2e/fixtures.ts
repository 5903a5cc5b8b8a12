import { test as base, type BrowserContext, type Page } from 'playwright/test'
import { createPhone, type Phone, type PhoneOptions } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { readShortForm, type ShortForm } from './short-form.ts'

interface Options {
  /** The title of `form`; by default the shortest form of the demo. */
  readonly formTitle: string | undefined
  readonly phoneOptions: PhoneOptions
}

/** What a test asks for by name. */
interface Fixtures {
  /** The server of the spec, with the demo's data and what earlier tests of the spec left; without faults. */
  readonly server: RunningServer
  readonly backend: OurBackend
  readonly form: ShortForm
  /** A new phone, whose browser `context` opens; `page` is its empty first tab. */
  readonly phone: Phone
  readonly context: BrowserContext
  readonly page: Page
}

interface Started {
  readonly server: RunningServer
  readonly backend: OurBackend
}

interface WorkerFixtures {
  /** Starts a spec's server once, and stops the one of the spec before. */
  readonly startOf: (spec: string) => Promise<Started>
}

/** Playwright's test with a server, a phone and a form. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  startOf: [
    // Playwright requires a pattern here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const running = new Map<string, Started>()
      const stopAll = async () => {
        for (const { server } of running.values()) await server.stop()
        running.clear()
      }
      await use(async spec => {
        const known = running.get(spec)
        if (known !== undefined) return known
        await stopAll()
        const server = await startServer()
        const started = { server, backend: await askOurServer(server) }
        running.set(spec, started)
        return started
      })
      await stopAll()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  formTitle: [undefined, { option: true }],
  phoneOptions: [{}, { option: true }],
  server: async ({ startOf }, use, { file }) => {
    const { server } = await startOf(file)
    await use(server)
    await server.heal()
  },
  backend: async ({ startOf }, use, { file }) => use((await startOf(file)).backend),
  form: async ({ backend, formTitle }, use) => use(await readShortForm(backend, formTitle)),
  phone: async ({ server, phoneOptions }, use) => {
    const phone = await createPhone([server.url], phoneOptions)
    await use(phone)
    await phone.remove()
  },
  context: async ({ phone }, use) => use(await phone.open()),
  page: async ({ context }, use) => use(await context.newPage()),
})
