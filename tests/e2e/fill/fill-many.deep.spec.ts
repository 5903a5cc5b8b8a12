import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { untilWorker } from '../device.ts'
import { fieldAt, submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { openOwnSurvey } from '../own-survey.ts'
import { photo } from '../form-filler.ts'
import { killPage } from '../sync/kill-page.ts'
import { untilStored } from '../stored-fixtures.ts'

/** A large household: three lists that filter each other, and thirty members with a photo each. */

const members = 30
const below = (level: string) => ({ '==': [{ var: `option.${level}` }, { var: level }] })
const places = {
  state: Array.from({ length: 9 }, (_, n) => ({ value: `s${n}`, label: `State ${n}` })),
  district: Array.from({ length: 80 }, (_, n) => ({
    value: `d${n}`,
    label: `District ${n}`,
    more: { state: `s${n % 9}` },
  })),
  village: Array.from({ length: 300 }, (_, n) => ({
    value: `v${n}`,
    label: `Village ${n}`,
    more: { district: `d${n % 80}` },
  })),
}
const sections = [
  {
    id: 'where',
    name: 'Where',
    fields: [
      { id: 'state', type: 'SELECT', label: 'State', options: places.state },
      {
        id: 'district',
        type: 'SELECT',
        label: 'District',
        options: places.district,
        choice_filter: below('state'),
      },
      {
        id: 'village',
        type: 'SELECT',
        label: 'Village',
        options: places.village,
        choice_filter: below('district'),
      },
    ],
  },
  {
    id: 'members',
    name: 'Household members',
    repeat: { min: 1, max: members, label: 'Member' },
    fields: [
      { id: 'name', type: 'TEXT', label: 'Name', is_required: true },
      { id: 'photo', type: 'IMAGE', label: 'Photo', is_required: true },
    ],
  },
]
const at = { state: 0, district: 1, village: 2, name: 3, photo: 4 }
/** The distance to the same question of the next member. */
const next = 5

test.beforeEach(async ({ page, server }) => {
  await openOwnSurvey(page, server.url, sections)
})

/** Chooses an option in a select that must offer the given number of options. */
const choose = async (page: Page, index: number, label: string, offered: number): Promise<void> => {
  await fieldAt(page, index).locator('button[aria-haspopup="dialog"]').click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('radio')).toHaveCount(offered)
  await list.getByText(label, { exact: true }).click()
  await expect(list).toBeHidden()
}

const nameOf = (page: Page, member: number) =>
  fieldAt(page, at.name + member * next)
    .locator('input')
    .first()

interface Sent {
  readonly form_field_id: string
  readonly occurrence: number
  readonly value: string
  readonly value_json: readonly string[] | null
}

test(`${members} members with photos, chosen places, offline, after a kill: everything arrives`, async ({
  page,
  context,
  server,
  backend,
}) => {
  test.setTimeout(300_000)
  await untilWorker(page)
  await context.setOffline(true)
  await fieldAt(page, at.state).locator('select').selectOption('s3')
  await choose(page, at.district, 'District 12', 9)
  await choose(page, at.village, 'Village 92', 4)
  for (let member = 0; member < members; member += 1) {
    if (member > 0) await page.getByRole('button', { name: 'Add: Member' }).click()
    await nameOf(page, member).fill(`Member ${member}`)
    const picture = fieldAt(page, at.photo + member * next)
    await picture.locator('input[type="file"]').setInputFiles(photo(`portrait ${member}`))
    await expect(picture.locator('img')).toBeVisible()
  }
  await expect(page.getByText(`At most ${members}`)).toBeVisible()
  await untilStored(page, 'form_responses')
  const address = page.url()
  await killPage(page)

  page = await context.newPage()

  await page.goto(address)
  // It resumes at the old position, far down. Questions out of sight are not rendered.
  await expect(page.getByText('63 of 63 answered')).toBeVisible()
  await expect(nameOf(page, members - 1)).toHaveValue(`Member ${members - 1}`)
  await page.keyboard.press('Control+Home')
  await expect(nameOf(page, 0)).toHaveValue('Member 0')
  await expect(fieldAt(page, at.village).getByText('Village 92')).toBeVisible()
  const known = new Set((await backend.rows()).map(({ id }) => id))
  await submitClose(page).click()
  await page.waitForURL('**/survey-data**')
  await context.setOffline(false)

  const arrived = async () => (await backend.rows()).filter(({ id }) => !known.has(id))
  await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBe(1)
  const [row] = await arrived()
  const surveyor = await server.surveyor()
  const answers = async (): Promise<readonly Sent[]> => {
    const answered = await surveyor(`/surveyor/form-submissions/${row?.id ?? ''}`)
    return ((await answered.json()) as { data: { answers: readonly Sent[] } }).data.answers
  }
  const pictures = async () =>
    (await answers()).filter(
      ({ form_field_id, value_json }) => form_field_id === 'photo' && value_json?.length === 1,
    )
  await expect.poll(async () => (await pictures()).length, { timeout: 120_000 }).toBe(members)
  for (const { occurrence, value_json } of await pictures()) {
    const response = await surveyor(new URL(value_json?.[0] ?? '', server.url).href)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(photo(`portrait ${occurrence}`).buffer), `photo ${occurrence}`).toBe(true)
  }
  const texts = (await answers()).filter(({ form_field_id }) => form_field_id === 'name')
  expect(texts.map(({ occurrence, value }) => [occurrence, value])).toEqual(
    Array.from({ length: members }, (_, member) => [member, `Member ${member}`]),
  )
  const village = (await answers()).find(({ form_field_id }) => form_field_id === 'village')
  expect(village?.value).toBe('v92')
})
