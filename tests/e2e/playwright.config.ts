import { defineConfig } from 'playwright/test'

const config = defineConfig({
  testDir: '.',
  // What takes minutes is asked for: `DEEP=1`.
  testMatch: '*.spec.ts',
  testIgnore: process.env['DEEP'] === '1' ? [] : ['*.deep.spec.ts'],
  outputDir: './out',
  // One browser at a time: two cores, and timings that mean something.
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // On a loaded machine a page may be late once; what passes only then is listed as flaky.
  retries: 1,
})

// Playwright takes its configuration from the default export.
export { config as default }
