import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { createRandom, type Random } from '../../sim/random.ts'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { filesFor, fillField } from '../form-filler.ts'
import { sha256, type ArrivedRow } from './interview-arrives.ts'
import { killPage } from './kill-page.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, type ShortForm } from '../short-form.ts'
import { readQueue } from '../workspace.ts'

const kills = Number(process.env['KILLS'] ?? 30)
const seed = Number(process.env['SEED'] ?? 20261122)

test.use({ formTitle: 'Water Point Inspection' })

test.beforeEach(async ({ page, server, backend }) => {
  await signInForField(page, server.url, backend.formCount)
  await page.close()
})

const survey = (server: RunningServer, form: ShortForm) =>
  `${server.url}/projects/survey/${form.id}`
const submit = (page: Page) => page.getByRole('button', { name: 'Submit & Close' })

/** Fills in the form on the current screen, with its photos. */
const fillIn = async (page: Page, form: ShortForm): Promise<void> => {
  await fillRequired(page, form)
  const at = form.fields.findIndex(({ type }) => type === 'IMAGE')
  const field = form.fields[at]
  if (field !== undefined) await fillField(page, field, at)
}

/** Half of the time the connection breaks at one of the requests that send the interview. */
const breakSomething = async (server: RunningServer, random: Random): Promise<void> => {
  if (random.below(2) === 0) return
  const path = '/surveyor/form-submissions'
  await server.arm({
    fault: random.pick(['drop-after', 'drop-before'] as const),
    path: random.pick([path, '/files']),
    method: 'POST',
  })
}

/** Submits the interview when the kill left it a draft. Returns whether it was one. */
const submitDraft = async (
  page: Page,
  server: RunningServer,
  form: ShortForm,
): Promise<boolean> => {
  await page.goto(survey(server, form))
  const go = page.getByRole('button', { name: /Continue/ })
  await go.first().or(page.locator('[data-field="0"]')).first().waitFor()
  if (!(await go.first().isVisible())) return false
  await expect(go).toHaveCount(1)
  await go.click()
  await page.locator('[data-field="0"]').waitFor()
  await submit(page).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  return true
}

const expectWhole = async (form: ShortForm, row: ArrivedRow): Promise<void> => {
  for (const field of form.fields.filter(({ type }) => type === 'IMAGE')) {
    const arrived = (await row.files(field.id)).map(sha256)
    expect(arrived.sort(), row.id).toEqual(
      filesFor(field)
        .map(({ buffer }) => sha256(buffer))
        .sort(),
    )
  }
}

test(`${kills} kills at random moments of submitting and sending leave each interview once and whole`, async ({
  context,
  server,
  backend,
  form,
}) => {
  test.setTimeout(kills * 60_000)
  console.log(`SEED=${seed}`)
  const random = createRandom(seed)
  const known = new Set((await backend.rows()).map(({ id }) => id))
  const arrived = async () => (await backend.rows()).filter(({ id }) => !known.has(id))
  let drafts = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    const page = await context.newPage()
    await page.goto(survey(server, form))
    await page.locator('[data-field="0"]').waitFor()
    await fillIn(page, form)
    await breakSomething(server, random)
    await submit(page).click({ noWaitAfter: true })
    // Submitting takes some tens of milliseconds, and sending with a photo about a second.
    await page.waitForTimeout(random.below(random.pick([60, 2000])))
    await killPage(page)

    const back = await context.newPage()
    if (await submitDraft(back, server, form)) drafts += 1
    await back.goto(`${server.url}/sync`)
    const nothing = { waiting: 0, recovered: 0, pending: 0 }
    await expect.poll(() => readQueue(back), { timeout: 60_000 }).toEqual(nothing)
    expect(await arrived(), `after kill ${kill}`).toHaveLength(kill)
    await back.close()
  }
  console.log(`${drafts} of ${kills} were still drafts`)
  for (const row of await arrived()) await expectWhole(form, row)
})
