import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: '../test-results/e2e',
  // Each test has an app, a home and a service of its own, and mostly waits: for queries three seconds apart.
  workers: 2,
  fullyParallel: true,
  // Once, on a machine that may stall for longer than a test waits; .scripts/tally.ts forgives nothing but that, and names it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
});
