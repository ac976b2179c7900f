import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: '../test-results/e2e',
  // Apps mostly wait, for queries three seconds apart: six keep two cores busy.
  workers: 6,
  fullyParallel: true,
  // A test that passes only when it is repeated is a defect.
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Not figures, but limits for what hangs: a busy machine may stall for many seconds.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list']],
});
