import { defineConfig } from 'playwright/test'

const config = defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Slow tests run only with `DEEP=1`: whole files, and those with the tag.
  ...(process.env['DEEP'] === '1'
    ? {}
    : { testIgnore: ['**/*.deep.spec.ts'], grepInvert: /@deep/ }),
  outputDir: './out',
  // One for each core of the smallest machine that builds this.
  workers: 2,
  fullyParallel: false,
  // A page of a loaded machine needs several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // On a loaded machine a page may be late once. A test that passes only then is listed as flaky.
  retries: 1,
})

// Playwright takes its configuration from the default export.
export { config as default }
