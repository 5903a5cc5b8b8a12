import { defineConfig } from 'playwright/test'

const config = defineConfig({
  testDir: '.',
  // Slow tests run only with `DEEP=1`.
  testMatch: '*.spec.ts',
  testIgnore: process.env['DEEP'] === '1' ? [] : ['*.deep.spec.ts'],
  outputDir: './out',
  // One browser at a time, because with two cores timings would otherwise mean nothing.
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // On a loaded machine a page may be late once. A test that passes only then is listed as flaky.
  retries: 1,
})

// Playwright takes its configuration from the default export.
export { config as default }
