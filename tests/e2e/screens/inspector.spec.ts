import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'

/** Code for developers is not in the deployed build. */

test('the deployed build has no part of the inspector', async () => {
  const files = await readdir('dist/assets')
  const scripts = files.filter(name => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const name of scripts) {
    const text = await readFile(join('dist/assets', name), 'utf8')
    expect(text.includes('transect_dev_switches') || text.includes('What befalls'), name).toBe(
      false,
    )
  }
})
