import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: '../test-results/e2e',
  // Each test has an app, a home and a service of its own, and mostly waits: for queries three seconds apart.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
});
