import { spawnSync } from 'node:child_process'
import { usedDirectory } from '../server/child-server.ts'
import { ensureBrowser } from './browser.ts'

/** Runs the end-to-end tests in the installed Chromium: `tsx tests/e2e/run.ts [playwright arguments]`. */
const run = async (): Promise<number> => {
  const used = await usedDirectory()
  const { status } = spawnSync(
    'npx',
    ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM: ensureBrowser(), USED_DATA_DIR: used.path },
    },
  )
  await used.remove()
  return status ?? 1
}

process.exit(await run())
