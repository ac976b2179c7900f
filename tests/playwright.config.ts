import { defineConfig } from '@playwright/test';
import { hangLimit } from './support/hang-limit.ts';

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
  timeout: 5 * hangLimit,
  expect: { timeout: hangLimit, toPass: { timeout: hangLimit } },
  reporter: [['list']],
});
