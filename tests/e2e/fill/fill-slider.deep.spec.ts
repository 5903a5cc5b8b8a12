import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'
import { importSections, openOwnSurvey } from '../own-survey.ts'

/** A slider looks answered only when it is. */

/** How many kinds of columns a picture of the slider's line has, apart from its ends: one when it is bare. */
const columnsOf = async (page: Page): Promise<number> => {
  const picture = await page.getByRole('slider').screenshot()
  return page.evaluate(
    async bytes => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const columns = new Set<string>()
      for (let at = 16; at < width - 16; at += 1)
        columns.add(String(context?.getImageData(at, 0, 1, height).data))
      return columns.size
    },
    [...picture],
  )
}

test('without an answer it has no knob and no fill, also with the focus', async ({
  page,
  server,
}) => {
  const sections = await importSections([
    ['type', 'name', 'label', 'parameters'],
    ['range', 'pain', 'How much does it hurt?', 'start=0 end=10 step=1'],
    ['text', 'note', 'A note', ''],
  ])
  await openOwnSurvey(page, server.url, sections)
  await page.getByText('Not answered').waitFor()
  expect(await columnsOf(page)).toBe(1)
  await page.getByRole('slider').focus()
  expect(await columnsOf(page)).toBe(1)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').filter({ hasText: '6' }).waitFor()
  await page.getByRole('textbox').focus()
  expect(await columnsOf(page)).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Not answered').waitFor()
  await page.getByRole('textbox').focus()
  expect(await columnsOf(page)).toBe(1)
})
