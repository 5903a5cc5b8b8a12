import { expect } from 'playwright/test'
import { fieldAt } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { openOwnSurvey } from '../own-survey.ts'

/** Questions far from the window, which are not watched: each way to them shows their inputs. */

/** Sixty sections of ten texts, which are asked under a condition. */
const stretch = (way: string, visible_if: object) =>
  Array.from({ length: 60 }, (_, nth) => ({
    id: `${way}-${nth}`,
    name: `${way} ${nth}`,
    fields: Array.from({ length: 10 }, (_, at) => ({
      id: `${way}-${nth}-${at}`,
      type: 'TEXT',
      label: `${way} ${nth} ${at}`,
      visible_if,
    })),
  }))
const options = ['before', 'after'].map(way => ({ value: way, label: way }))
const sections = [
  {
    id: 'start',
    name: 'Start',
    fields: [{ id: 'way', type: 'RADIO', label: 'Way', options }],
  },
  ...stretch('before', { '!=': [{ var: 'way' }, 'after'] }),
  { id: 'goal', name: 'Goal', fields: [{ id: 'goal', type: 'TEXT', label: 'Goal' }] },
  ...stretch('after', { '==': [{ var: 'way' }, 'after'] }),
]
const goal = 601
const last = goal + 600

test('a question far away is there after a jump, and when another answer moves it into the window', async ({
  page,
  server,
}) => {
  await openOwnSurvey(page, server.url, sections)
  await expect(fieldAt(page, 1).locator('input')).toHaveCount(1)
  await expect(fieldAt(page, goal).locator('input'), 'far away').toHaveCount(0)

  // The page stays as long as it is, without a scroll.
  await fieldAt(page, 0).getByRole('radio').nth(1).check({ force: true })
  await expect(fieldAt(page, goal).locator('input')).toHaveCount(1)

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(fieldAt(page, last).locator('input')).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  const middle = page.locator('[data-part]').filter({ hasText: 'after 30' })
  await expect(middle.locator('input').first()).toBeVisible()
})
