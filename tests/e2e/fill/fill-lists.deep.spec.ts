import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { workbook } from '../../server/import/make-workbook.ts'
import { axeFindings } from '../axe.ts'
import { signIn } from '../device.ts'
import { submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'

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
      'media::audio',
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
    [
      'range',
      'glad',
      'How is the water?',
      'كيف الماء؟',
      'rating',
      '',
      'start=1 end=5',
      'well.svg',
      'well.wav',
    ],
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
/** A tenth of a second of silence: 16-bit samples, 8000 a second. */
const silence = (): Buffer => {
  const bytes = Buffer.alloc(44 + 1600)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + 1600, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(16_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(1600, 40)
  return bytes
}
const districts = Array.from({ length: 50 }, (_, n) => `d${n},District ${n}`)
const villages = Array.from(
  { length: 20_000 },
  (_, n) => `v${n},Village ${n},d${n % 50},${100 + n}`,
)

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transect-form-'))
  await writeFile(join(folder, 'wells.xlsx'), survey)
  await writeFile(join(folder, 'well.svg'), picture)
  await writeFile(join(folder, 'well.wav'), silence())
  await writeFile(join(folder, 'districts.csv'), ['name,label', ...districts].join('\n'))
  await writeFile(
    join(folder, 'villages.csv'),
    ['name_key,name,district,people', ...villages].join('\n'),
  )
})
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** How many files are stored that only forms with drawings need. */
const mediaFiles = (page: Page) =>
  page.evaluate(async () => {
    const stored = await (await caches.open('media')).keys()
    return stored.filter(({ url }) => /\/(draw-dialog-|vendor\/)/.test(url)).length
  })

const choose = async (page: Page, question: string, words: string, option: string) => {
  await page.getByRole('button', { name: question }).click()
  const list = page.getByRole('dialog')
  await list.getByRole('searchbox').fill(words)
  await list.getByRole('radio', { name: option, exact: true }).click()
  await expect(list).toBeHidden()
}

test('options of 20,000 rows, pictures, stars, a signature and a sketch go from the workbook to the export', async ({
  page,
  context,
  server,
}) => {
  const path = join(folder, 'wells.xlsx')
  expect(await server.admin('form', 'import', path, '--dry-run')).toContain('not imported')
  const report = await server.admin('form', 'import', path, '--assign-all')
  expect(report).toContain('villages.csv: 20000 rows')
  expect(report).toContain('0 left out')

  await signIn(page, server.url)
  await page.goto(`${server.url}/projects/survey/wells`)
  await page.getByRole('button', { name: 'District' }).waitFor()
  // The scripts that draw and compress are stored by the worker, which may have started only now.
  await expect.poll(() => mediaFiles(page)).toBeGreaterThanOrEqual(3)
  await context.setOffline(true)
  await choose(page, 'District', 'district 49', 'District 49')
  await page.getByRole('button', { name: 'Village' }).click()
  await expect(page.getByText('300 more.')).toBeVisible()
  expect(await axeFindings(page), 'list').toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, 'Village', 'village 19999', 'Village 19999')
  await expect(page.getByText('20099 people live here.')).toBeVisible()

  await page.getByRole('radio', { name: '3 of 5' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 of 5' })).toBeChecked()

  const pictures = page.locator('img[src^="data:image/svg+xml"]')
  await expect(pictures).toHaveCount(2)
  const sound = page.locator('audio')
  await expect
    .poll(() => sound.evaluate((element: HTMLAudioElement) => element.duration))
    .toBeCloseTo(0.1)
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

  await page.getByRole('button', { name: 'Draw on the picture' }).click()
  const photo = page.getByRole('img', { name: 'Photo to draw on' })
  const on = await photo.boundingBox()
  if (on === null) throw new Error('The photo is not on screen.')
  await page.mouse.move(on.x + on.width / 2, on.y + 20)
  await page.mouse.down()
  await page.mouse.move(on.x + on.width / 2, on.y + on.height - 20, { steps: 8 })
  await page.mouse.up()
  // The new line is red, and the dark one of the first drawing is still there.
  const colours = await page
    .getByRole('img', { name: 'Sheet with a drawing' })
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      let [dark, red] = [0, 0]
      for (let at = 0; at < (pixels?.length ?? 0); at += 4) {
        const [r = 255, g = 255] = pixels?.slice(at, at + 2) ?? []
        if (r < 80 && g < 80) dark += 1
        if (r > 180 && g < 80) red += 1
      }
      return { hasDark: dark > 50, hasRed: red > 50 }
    })
  expect(colours).toEqual({ hasDark: true, hasRed: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'View sketch.jpg' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'View sketch.png' })).toHaveCount(0)
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
              ? [(cells[n] ?? '').replace(/^.*\/(?=[a-z]+\.(png|jpg))/, '').replace(/\?.*$/, '')]
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
      'sketch.jpg',
    ])
  await page.goto(`${server.url}/survey-data?surveyId=wells`)
  await page
    .getByRole('link', { name: /^View: / })
    .first()
    .click()
  await expect(page.getByText('Village 19999')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View signature.png' })).toBeVisible()
})
