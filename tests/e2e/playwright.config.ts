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
  // A page of a loaded machine needs several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // On a loaded machine a page may be late once. A test that passes only then is listed as flaky.
  retries: 1,
})

// Playwright takes its configuration from the default export.
export { config as default }
