import { randomBytes } from 'node:crypto'
import { expect } from 'playwright/test'
import { createPhone, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import { openOwnSurvey } from '../own-survey.ts'
import { sha256 } from './interview-arrives.ts'
import { startWeakLink } from '../weak-link.ts'
import { readQueue } from '../workspace.ts'

/** Links that break more often than they carry a file. */

const nothing = { waiting: 0, recovered: 0, pending: 0 }
const field = 'household-profile.talk'
const sections = [
  {
    id: 'talks',
    name: 'Talks',
    order: 1,
    fields: [{ id: field, name: 'Talk', label: 'Talk', type: 'FILE', order: 1 }],
  },
]

for (const cutEveryMs of [null, 1000]) {
  const title =
    cutEveryMs === null
      ? 'a file in pieces arrives once, byte for byte'
      : 'also over a link that breaks each second'
  // How fast a loaded machine connects again decides how long the second takes.
  test(title, { tag: cutEveryMs === null ? [] : '@deep' }, async ({ server, backend }) => {
    const link = await startWeakLink(server.url)
    const phone = await createPhone([link.url])
    try {
      const context = await phone.open()
      const page = await context.newPage()
      await openOwnSurvey(page, link.url, sections)
      await untilWorker(page)
      const talk = { name: 'talk.bin', mimeType: 'audio/ogg', buffer: randomBytes(1_500_000) }
      await page.locator('input[type="file"]').first().setInputFiles([talk])
      await expect(page.getByText('talk.bin').first()).toBeVisible()
      const before = new Set((await backend.rows()).map(({ id }) => id))
      const since = Date.now()
      if (cutEveryMs !== null) link.weaken({ kbps: 2000, roundTripMs: 50, cutEveryMs })
      await page.getByRole('button', { name: 'Submit & Close' }).click()
      await expect.poll(() => readQueue(page), { timeout: 120_000 }).toEqual(nothing)
      process.stdout.write(
        `1.5 MB in ${Math.round((Date.now() - since) / 1000)} s, ${link.cuts()} cuts\n`,
      )
      if (cutEveryMs !== null) expect(link.cuts()).toBeGreaterThan(1)
      const arrived = (await backend.rows()).filter(({ id }) => !before.has(id))
      expect(arrived).toHaveLength(1)
      const files = (await arrived[0]?.files(field)) ?? []
      expect(files.map(sha256)).toEqual([sha256(talk.buffer)])
    } finally {
      await phone.remove()
      await link.stop()
    }
  })
}
