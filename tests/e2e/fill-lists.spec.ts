import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { workbook } from '../server/import/make-workbook.ts'
import { axeFindings } from './axe.ts'
import { createPhone, signIn, type Phone } from './device.ts'
import { submitClose } from './fill-page.ts'
import { startServer, type RunningServer } from './server.ts'

/** A workbook with lists, stars and drawings: imported while the server runs, filled in offline, sent, exported. */

const survey = workbook({
  survey: [
    [
      'type',
      'name',
      'label',
      'label::Arabic (ar)',
      'appearance',
      'calculation',
      'parameters',
      'media::image',
    ],
    ['start', 'start'],
    ['deviceid', 'device'],
    ['select_one_from_file districts.csv', 'district', 'District', 'المنطقة'],
    [
      'select_one villages',
      'village',
      'Village',
      'القرية',
      "search('villages', 'matches', 'district', ${district})",
    ],
    ['calculate', 'people', '', '', '', "pulldata('villages', 'people', 'name_key', ${village})"],
    ['note', 'size', '**${people}** people live here.', 'يعيش هنا **${people}** شخصا.'],
    ['range', 'glad', 'How is the water?', 'كيف الماء؟', 'rating', '', 'start=1 end=5', 'well.svg'],
    ['select_one roof', 'roof', 'Roof', 'السقف'],
    ['image', 'signed', 'Signature', 'التوقيع', 'signature'],
    ['image', 'plan', 'Plan of the yard', 'مخطط الفناء', 'draw'],
  ],
  choices: [
    ['list_name', 'name', 'label', 'image'],
    ['villages', 'name_key', 'name'],
    ['roof', 'tin', 'Tin', 'well.svg'],
    ['roof', 'tile', 'Tile'],
  ],
  settings: [
    ['form_id', 'form_title', 'default_language'],
    ['wells', 'Wells of the district', 'en'],
  ],
})
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="80"><circle cx="80" cy="40" r="30" fill="#2a6"/></svg>'
const districts = Array.from({ length: 50 }, (_, n) => `d${n},District ${n}`)
const villages = Array.from(
  { length: 20_000 },
  (_, n) => `v${n},Village ${n},d${n % 50},${100 + n}`,
)

let server: RunningServer
let folder: string
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'transect-form-'))
  await writeFile(join(folder, 'wells.xlsx'), survey)
  await writeFile(join(folder, 'well.svg'), picture)
  await writeFile(join(folder, 'districts.csv'), ['name,label', ...districts].join('\n'))
  await writeFile(
    join(folder, 'villages.csv'),
    ['name_key,name,district,people', ...villages].join('\n'),
  )
})
test.afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
})
test.afterEach(() => phone.remove())

const choose = async (question: string, words: string, option: string) => {
  await page.getByRole('button', { name: question }).click()
  const list = page.getByRole('dialog')
  await list.getByRole('searchbox').fill(words)
  await list.getByRole('radio', { name: option, exact: true }).check()
  await list.getByRole('button', { name: 'Done' }).click()
}

test('options of 20,000 rows, pictures, stars, a signature and a sketch go from the workbook to the export', async () => {
  const path = join(folder, 'wells.xlsx')
  expect(await server.admin('form', 'import', path, '--dry-run')).toContain('not imported')
  const report = await server.admin('form', 'import', path, '--assign-all')
  expect(report).toContain('villages.csv: 20000 rows')
  expect(report).toContain('0 left out')

  await signIn(page, server.url)
  await page.goto(`${server.url}/projects/survey/wells`)
  await page.getByRole('button', { name: 'District' }).waitFor()
  await context.setOffline(true)
  await choose('District', 'district 49', 'District 49')
  await page.getByRole('button', { name: 'Village' }).click()
  await expect(page.getByText('300 more.')).toBeVisible()
  expect(await axeFindings(page), 'list').toEqual([])
  await page.keyboard.press('Escape')
  await choose('Village', 'village 19999', 'Village 19999')
  await expect(page.getByText('20099 people live here.')).toBeVisible()

  await page.getByRole('radio', { name: '3 of 5' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 of 5' })).toBeChecked()

  const pictures = page.locator('img[src^="data:image/svg+xml"]')
  await expect(pictures).toHaveCount(2)
  await page.getByRole('radio', { name: 'Tin' }).check()

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: 'Done' })).toBeDisabled()
  await sheet.getByLabel('Or type the name').fill('Asha Patel')
  expect(await axeFindings(page), 'signature').toEqual([])
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'View signature.png' })).toBeVisible()

  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  const canvas = page.getByRole('img', { name: 'Empty sheet to draw on' })
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('The sheet is not on screen.')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 160, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Sheet with a drawing' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'View sketch.png' })).toBeVisible()
  expect(await axeFindings(page), 'filled').toEqual([])

  await page.getByRole('button', { name: 'Review answers' }).first().click()
  await expect(page.getByRole('dialog').getByText('Village 19999')).toBeVisible()
  await page.keyboard.press('Escape')
  await submitClose(page).click()
  await page.waitForURL(url => !url.pathname.includes('/survey/'))
  await context.setOffline(false)

  const out = join(folder, 'wells.csv')
  await expect
    .poll(
      async () => {
        await server.admin('submissions', 'export', 'wells', '--out', out)
        const [head = '', row = ''] = (await readFile(out, 'utf8')).trim().split(/\r?\n/)
        const cells = row.split(',')
        return head
          .split(',')
          .flatMap((name, n) =>
            ['device', 'district', 'village', 'people', 'glad', 'signed', 'plan'].includes(name)
              ? [(cells[n] ?? '').replace(/^.*\/(?=[a-z]+\.png)/, '').replace(/\?.*$/, '')]
              : [],
          )
      },
      { timeout: 60_000 },
    )
    .toEqual([
      expect.stringMatching(/^transect:\w+/),
      'd49',
      'v19999',
      '20099',
      '4',
      'signature.png',
      'sketch.png',
    ])
  await page.goto(`${server.url}/survey-data?surveyId=wells`)
  await page
    .getByRole('link', { name: /^View: / })
    .first()
    .click()
  await expect(page.getByText('Village 19999')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View signature.png' })).toBeVisible()
})
