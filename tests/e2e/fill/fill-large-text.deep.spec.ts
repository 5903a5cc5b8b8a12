import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { workbook } from '../../server/import/make-workbook.ts'
import { createPhone, signIn, untilForms } from '../device.ts'
import { fieldAt, openSurvey } from './fill-page.ts'
import { startServer } from '../server.ts'

/** Questions of an imported survey on the narrowest phone, with text at 200 %. */

const survey = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['dateTime', 'seen', 'Last seen?'],
    ['acknowledge', 'agreed', 'Agreed?'],
    ['select_one way', 'way', 'Which way?'],
    ['select_one day', 'day', 'Day of the Donaudampfschifffahrtsgesellschaftskapitän'],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['way', 'long', 'Donaudampfschifffahrt'],
    ...Array.from({ length: 13 }, (_, day) => ['day', `d${day}`, `Day ${day}`]),
  ],
  settings: [
    ['form_id', 'form_title'],
    ['large', 'Large'],
  ],
})

test('a day with its time, and long words of options, are not cut', async () => {
  const server = await startServer()
  const folder = await mkdtemp(join(tmpdir(), 'transect-large-'))
  await writeFile(join(folder, 'large.xlsx'), survey)
  await server.admin('form', 'import', join(folder, 'large.xlsx'), '--assign-all')
  const phone = await createPhone([server.url])
  try {
    const page = await (await phone.open()).newPage()
    await signIn(page, server.url)
    await untilForms(page, 1)
    await openSurvey(page, server.url, 'large')
    await fieldAt(page, 0).locator('input').fill('2026-10-22T22:30')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    // The longest text of the box, 10/22/2026, 10:30 PM, is 12 letters' heights wide, and its icon 2 more.
    const lettersWide = await fieldAt(page, 0)
      .locator('input')
      .evaluate(box => box.clientWidth / Number.parseFloat(getComputedStyle(box).fontSize))
    expect(lettersWide).toBeGreaterThan(14)
    for (const card of await page.locator('[data-field] label:has(input)').all()) {
      const { x, width } = (await card.boundingBox()) ?? { x: 0, width: 999 }
      expect(x + width).toBeLessThan(320)
    }
    await fieldAt(page, 3).getByRole('button').click()
    const excess = await page
      .getByRole('dialog')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(excess).toBe(0)
  } finally {
    await phone.remove()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
