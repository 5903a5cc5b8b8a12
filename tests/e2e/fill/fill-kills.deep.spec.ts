import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { createRandom, type Random } from '../../sim/random.ts'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { killPage } from '../sync/kill-page.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, type ShortForm } from '../short-form.ts'

const kills = Number(process.env['KILLS'] ?? 50)
const seed = Number(process.env['SEED'] ?? 20261121)
/** Every keystroke older than this must be there after the kill. */
const safeAfterMs = 500

test.use({ formTitle: 'Household Profile' })

test.beforeEach(async ({ page, server, backend }) => {
  await signInForField(page, server.url, backend.formCount)
  await page.close()
})

const survey = (server: RunningServer, form: ShortForm) =>
  `${server.url}/projects/survey/${form.id}`

interface Keystroke {
  readonly field: string
  readonly value: string
  readonly at: number
}

/** Records every keystroke with the page's time. */
const logKeystrokes = async (page: Page, log: Keystroke[]): Promise<void> => {
  await page.exposeFunction('noteKeystroke', (keystroke: Keystroke) => log.push(keystroke))
  await page.addInitScript(() => {
    addEventListener('input', event => {
      const input = event.target as HTMLInputElement
      const { field = '' } = input.closest<HTMLElement>('[data-field]')?.dataset ?? {}
      const note = (window as unknown as { noteKeystroke: (one: Keystroke) => void }).noteKeystroke
      note({ field, value: input.value, at: Date.now() })
    })
  })
}

/** Types in random fields until the time is over, as fast as thumbs do. */
const typeUntil = async (page: Page, random: Random, fields: readonly string[], ms: number) => {
  const end = Date.now() + ms
  while (Date.now() < end) {
    await page
      .locator(`[data-field="${random.pick(fields)}"] input`)
      .first()
      .focus()
    const length = 1 + random.below(12)
    for (let key = 0; key < length && Date.now() < end; key += 1) {
      await page.keyboard.press(random.pick([...'abcdefghijklmnopqrstuvwxyz']))
      await page.waitForTimeout(random.below(90))
    }
  }
}

/** The values that a field may have after the kill: the last safe one, or a later one. */
const mayHold = (log: readonly Keystroke[], field: string, killedAt: number): readonly string[] => {
  const own = log.filter(keystroke => keystroke.field === field)
  const safe = own.findLastIndex(({ at }) => at <= killedAt - safeAfterMs)
  return [...(safe < 0 ? [''] : []), ...own.slice(Math.max(0, safe)).map(({ value }) => value)]
}

test(`${kills} kills at random moments lose no keystroke older than half a second`, async ({
  context,
  server,
  form,
}) => {
  test.setTimeout(kills * 20_000)
  console.log(`SEED=${seed}`)
  const random = createRandom(seed)
  const texts = form.fields
    .map(({ type }, index) => ({ type, index: String(index) }))
    .filter(({ type }) => type === 'TEXT')
    .map(({ index }) => index)
    .slice(0, 3)
  const log: Keystroke[] = []
  let address = survey(server, form)
  for (let kill = 0; kill < kills; kill += 1) {
    const page = await context.newPage()
    await logKeystrokes(page, log)
    await page.goto(address)
    await page.locator(`[data-field="${texts[0]}"] input`).waitFor()
    await typeUntil(page, random, texts, 400 + random.below(2500))
    if (page.url().includes('draft=')) address = page.url()
    const killedAt = Date.now()
    await killPage(page)

    const back = await context.newPage()
    await back.goto(address)
    // Without a draft in the address, the list of unfinished interviews leads to it.
    const first = back.locator(`[data-field="${texts[0]}"] input`)
    const go = back.getByRole('button', { name: /Continue/ }).first()
    await first.or(go).first().waitFor()
    if (await go.isVisible()) await go.click()
    await first.waitFor()
    for (const field of texts) {
      const held = await back.locator(`[data-field="${field}"] input`).first().inputValue()
      expect(mayHold(log, field, killedAt), `field ${field} after kill ${kill + 1}`).toContain(held)
      // From here on, the text continues the value found.
      log.push({ field, value: held, at: 0 })
    }
    if (back.url().includes('draft=')) address = back.url()
    await back.close()
  }
})

/** After a press of Submit, the page stops writing and sending at its `nth` write, as if it had died there. */
const dieBeforeWrite = async (page: Page, nth: number, reached: () => void): Promise<void> => {
  await page.exposeFunction('reachedWrite', reached)
  await page.addInitScript(limit => {
    let writes = -1
    addEventListener(
      'click',
      event => {
        const button = (event.target as HTMLElement).closest('button')
        if (button?.textContent?.startsWith('Submit') === true) writes = 0
      },
      true,
    )
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function transaction(...parameters) {
      if (writes >= 0 && parameters[1] === 'readwrite') writes += 1
      if (writes < limit) return open.apply(this, parameters)
      if (writes === limit) {
        ;(window as unknown as { reachedWrite: () => void }).reachedWrite()
      }
      writes = limit + 1
      throw new DOMException('The page is dead.', 'InvalidStateError')
    }
    const send = window.fetch
    window.fetch = function sendUnlessDead(...parameters) {
      return writes < limit ? send.apply(this, parameters) : new Promise(() => {})
    }
  }, nth)
}

test('a kill before any write of Submit makes one submission', async ({
  context,
  server,
  backend,
  form,
}) => {
  test.setTimeout(600_000)
  const known = new Set((await backend.rows()).map(({ id }) => id))
  let isOver = false
  let interviews = 0
  for (let nth = 1; nth <= 60 && !isOver; nth += 1) {
    const page = await context.newPage()
    let isReached = false
    await dieBeforeWrite(page, nth, () => (isReached = true))
    await page.goto(`${server.url}/projects/survey/${form.id}`)
    await page.locator('[data-field="0"]').waitFor()
    await fillRequired(page, form)
    // A kill may take what was typed in the last half second, and this test is about Submit.
    await page.waitForTimeout(safeAfterMs)
    interviews += 1
    await page.getByRole('button', { name: 'Submit & Close' }).click({ noWaitAfter: true })
    const sent = async () =>
      (await backend.rows()).filter(({ id }) => !known.has(id)).length === interviews
    await expect.poll(async () => isReached || (await sent()), { timeout: 30_000 }).toBe(true)
    isOver = !isReached
    if (isReached) await killPage(page)
    else await page.close()

    const back = await context.newPage()
    await back.goto(survey(server, form))
    const go = back.getByRole('button', { name: /Continue/ }).first()
    await go.or(back.locator('[data-field="0"]')).first().waitFor()
    if (await go.isVisible()) {
      // The interview opens where it was left, so that its first question may not be drawn.
      await go.click()
      await back.getByRole('button', { name: 'Submit & Close' }).click()
    } else {
      await back.goto(`${server.url}/sync`)
    }
    await expect.poll(sent, { timeout: 60_000 }).toBe(true)
    await back.close()
  }
  expect(isOver).toBe(true)
  const rows = (await backend.rows()).filter(({ id }) => !known.has(id))
  expect(rows).toHaveLength(interviews)
})
