import { expect, test } from 'playwright/test'
import type { BareOptions } from '../../server/bare-server.ts'
import type { BareHttp } from '../bare-http.ts'
import { photo } from '../form-filler.ts'
import { openPlainPhone } from './plain-phone.ts'
import { email, password } from '../server.ts'
import { fillRequired } from '../short-form.ts'
import { storedSubmissions } from '../stored.ts'
import { readQueue, refreshNow } from '../workspace.ts'

/** Rows in the spellings of the spec, from a server with only its section 7, as the screens show them. */

const title = 'Water Point Inspection'
const shapes: readonly Omit<BareOptions, 'forms'>[] = [
  { envelope: 'data', times: 'createdAt', fileAddresses: 'from the root' },
  { envelope: 'paginator', times: 'created_at', fileAddresses: 'from the root' },
]

/** Sends a submission with a photo as another phone of the surveyor does. */
const sendElsewhere = async (http: BareHttp, fieldId: string): Promise<void> => {
  const call = async (path: string, body: FormData | object, token = '') => {
    const isForm = body instanceof FormData
    const answer = await http.bare.fetch(`${http.url}/api/surveyor${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: isForm ? body : JSON.stringify(body),
    })
    return (await answer.json()) as { readonly data: { readonly access_token: string } }
  }
  const { access_token: token } = (await call('/auth/login', { email, password })).data
  const created_at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const place = { latitude: 12.9, longitude: 77.5 }
  await call('/form-submissions', { form_id: '41', ...place, answers: [], created_at }, token)
  const { buffer, mimeType } = photo('elsewhere')
  const files = new FormData()
  files.append('field_id', fieldId)
  files.append('files[]', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'well 1.png')
  await call('/form-submissions/1/upload-files', files, token)
}

for (const shape of shapes) {
  test(`rows with ${shape.times} in ${shape.envelope} are whole on every screen`, async () => {
    const plain = await openPlainPhone(title, shape)
    const { page, clientUrl, http, form } = plain
    try {
      const photos = form.fields.find(({ type }) => type === 'IMAGE')
      await sendElsewhere(http, photos?.id ?? '')
      await refreshNow(page, 'submissions')

      const recent = page.locator('main a[href$="/surveys/data/1"]')
      await expect(recent).toContainText(title)
      await expect(recent).toContainText('3h ago')
      await expect(page.getByText('No Activity')).toHaveCount(0)

      await page.goto(`${clientUrl}/survey-data?surveyId=${form.id}`)
      const cards = page.locator('h3[id^="s-"]')
      await expect(cards).toHaveText([title])
      const made = new Date(http.bare.rows()[0]?.created_at ?? '')
      await expect(page.getByRole('listitem').filter({ hasText: 'Date' })).toContainText(
        String(made.getFullYear()),
      )

      await page.getByRole('link', { name: 'View' }).click()
      await expect(page.getByRole('heading', { name: title }).first()).toBeVisible()
      const picture = page.getByRole('button', { name: 'well 1.png' }).locator('img')
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)

      // The browser repeats a request whose connection breaks, and this server makes a row of each.
      http.bare.faults.arm({ fault: 'drop-after', path: '/form-submissions', method: 'POST' })
      await page.goto(`${clientUrl}/projects/survey/${form.id}`)
      await fillRequired(page, form)
      await page.getByRole('button', { name: 'Submit & Close' }).click()
      await page.waitForURL('**/survey-data?surveyId=*')
      const nothing = { waiting: 0, recovered: 0, pending: 0 }
      await expect.poll(() => readQueue(page), { timeout: 100_000 }).toEqual(nothing)
      await refreshNow(page, 'submissions')
      expect(await storedSubmissions(page)).toBe(2)
      await expect(cards).toHaveCount(2)
    } finally {
      await plain.close()
    }
  })
}
