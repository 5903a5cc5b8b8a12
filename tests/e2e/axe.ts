import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The findings of the accessibility checker on the current page, one line for each element. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  // Colours in the middle of a transition are not final, and hidden elements never finish theirs.
  await page.evaluate(async () => {
    const isSeen = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true
    // Again, because a message begins to fade when the time that it is shown has run out.
    for (;;) {
      const seen = document.getAnimations().filter(isSeen)
      if (seen.length === 0) return
      await Promise.all(seen.map(({ finished }) => finished.catch(() => undefined)))
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
}
