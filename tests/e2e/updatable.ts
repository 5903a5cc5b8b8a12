import type { Page } from 'playwright'
import { buildVersion, startDeployment, type BuiltVersion, type Deployment } from './deployment.ts'
import { createPhone, signIn, untilForms, untilWorker, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { freePort, startServer } from './server.ts'
import { readShortForm, type ShortForm } from './short-form.ts'

/** The version that is deployed while surveyors work. */
export const nextVersion = '1.0.9'

/** The address of today's version, and the next one, built and ready to replace it. */
export interface Updatable {
  readonly deployment: Deployment
  readonly next: BuiltVersion
  readonly backend: OurBackend
  readonly form: ShortForm
  readonly stop: () => Promise<void>
}

/** Builds the next version and starts today's. */
export const startUpdatable = async (buildNext = buildVersion): Promise<Updatable> => {
  const next = await buildNext(nextVersion)
  const port = await freePort()
  const server = await startServer({ environment: { PUBLIC_URL: `http://127.0.0.1:${port}` } })
  const deployment = await startDeployment(server, { directory: 'dist', port })
  const backend = await askOurServer(server)
  return {
    deployment,
    next,
    backend,
    form: await readShortForm(backend),
    stop: async () => {
      await deployment.stop()
      await server.stop()
      await next.remove()
    },
  }
}

/** A phone with today's version, signed in, with all forms and the worker. */
export const openUpdatable = async ({
  deployment,
  backend,
}: Updatable): Promise<{ readonly phone: Phone; readonly page: Page }> => {
  deployment.deploy('dist')
  const phone = await createPhone([deployment.url])
  const page = await (await phone.open()).newPage()
  await signIn(page, deployment.url)
  await untilForms(page, backend.formCount)
  await untilWorker(page)
  return { phone, page }
}

/** Checks for an update, as the app itself does every minute. */
export const lookForUpdate = (tab: Page): Promise<void> =>
  tab.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
