import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[]
}

/** What the accessibility checker finds on the page as it is, in words; nothing is as it should be. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  // Colours in the middle of a transition are nobody's colours.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  )
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const checker = (
      window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }
    ).axe
    return (await checker.run()).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, target }) => ({ html, target })),
    }))
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
}

/** Opens a survey afresh and waits for its first question. */
export const openSurvey = async (page: Page, url: string, formId: string): Promise<void> => {
  await page.goto(`${url}/projects/survey/${formId}`)
  await page.locator('[data-field="0"]').waitFor()
}

/** The question with a place in the form. */
export const fieldAt = (page: Page, index: number): Locator =>
  page.locator(`[data-field="${index}"]`)

export const submitClose = (page: Page): Locator =>
  page.getByRole('button', { name: 'Submit & Close' })

/** Presses what only announces itself as disabled. */
export const pressSoftly = async (button: Locator): Promise<void> => {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
}
