import type { BrowserContext, Page } from 'playwright'
import { expect } from 'playwright/test'
import type { BareOptions } from '../../server/bare-server.ts'
import { startBareHttp, type BareHttp } from '../bare-http.ts'
import { createPhone, signIn, untilWorker, useServer } from '../device.ts'
import { askOurServer, fieldsOf } from '../our-backend.ts'
import { startServer } from '../server.ts'
import type { ShortForm } from '../short-form.ts'
import { storedDefinitions } from '../stored.ts'

/** A phone signed in to a server with only the spec's calls. Its client comes from our server. */
export interface PlainPhone {
  readonly http: BareHttp
  readonly clientUrl: string
  readonly form: ShortForm
  readonly context: BrowserContext
  readonly page: Page
  readonly close: () => Promise<void>
}

/** Starts both servers, with one of the demo's forms under a number as its id. */
export const openPlainPhone = async (
  title: string,
  options: Omit<BareOptions, 'forms'> = {},
): Promise<PlainPhone> => {
  const ours = await startServer()
  const definition = { ...(await (await askOurServer(ours)).readForm(title)), id: 41 }
  await ours.stop()
  const http = await startBareHttp({ ...options, forms: [definition] })
  const client = await startServer({ environment: { VITE_API_URL: http.url, DEMO: '0' } })
  const phone = await createPhone([client.url, http.url], { api: http.url })
  const context = await phone.open()
  const page = await context.newPage()
  await useServer(page, client.url, http.url)
  await signIn(page, client.url)
  await untilWorker(page)
  await expect.poll(() => storedDefinitions(page), { timeout: 30_000 }).toBe(1)
  const fields = fieldsOf({ ...definition, id: '41' }) as ShortForm['fields']
  return {
    http,
    clientUrl: client.url,
    form: { id: '41', title, fields },
    context,
    page,
    close: async () => {
      await phone.remove()
      await client.stop()
      await http.stop()
    },
  }
}
