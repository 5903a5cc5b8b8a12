import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './browser.ts'

/** Runs the end-to-end tests in the installed Chromium: `tsx tests/e2e/run.ts [playwright arguments]`. */
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM: ensureBrowser() } },
)
process.exit(status ?? 1)
