import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { workbook } from '../../server/import/make-workbook.ts'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'

test('a survey is made ready while the list is on screen, so that it opens at once', async ({
  page,
  server,
  backend,
}, info) => {
  const file = info.outputPath('water.xlsx')
  const survey = [
    ['type', 'name', 'label', 'parameters'],
    ['range', 'water', 'Water', 'start=0 end=10 step=1'],
  ]
  await writeFile(file, workbook({ survey, choices: [['list_name', 'name', 'label']] }))
  await server.admin('form', 'import', file, '--id', 'water', '--assign-all')
  await signInForField(page, server.url, backend.formCount + 1)
  await page.goto(`${server.url}/projects/all-surveys`)
  // The script of a range is loaded with the first survey that has one.
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect
    .poll(async () => (await scripts()).join(' '), { timeout: 30_000 })
    .toContain('/range-input-')
})
