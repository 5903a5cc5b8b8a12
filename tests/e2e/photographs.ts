import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { excessWidth, setTheme } from './screens.ts'

const folder = process.env['SCREENS'] ?? 'tests/e2e/out/screens'

const looks = [
  { name: 'light', theme: 'light', width: 390, height: 844 },
  { name: 'dark', theme: 'dark', width: 390, height: 844 },
  { name: 'sunlight', theme: 'sunlight', width: 390, height: 844 },
  { name: 'desktop', theme: 'light', width: 1280, height: 800 },
] as const

/** Creates the folders for the pictures: `SCREENS=<folder>`, by default tests/e2e/out/screens. */
export const makeFolders = async (): Promise<void> => {
  for (const { name } of looks) await mkdir(join(folder, name), { recursive: true })
}

/** Takes a picture of the page in every theme and size. Nothing may overflow the window's width. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height })
    await setTheme(page, look.theme)
    expect(await excessWidth(page), `${name}, ${look.name}`).toBe(0)
    await page.screenshot({ path: join(folder, look.name, `${name}.png`) })
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Takes the pictures at the end of a screen that is longer than the window. */
export const photographEnd = async (page: Page, name: string): Promise<void> => {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: look.height })
    await setTheme(page, look.theme)
    await page.evaluate(() => document.scrollingElement?.scrollTo(0, 1e6))
    await page.screenshot({ path: join(folder, look.name, `${name}-end.png`) })
  }
  await page.setViewportSize({ width: 390, height: 844 })
}
