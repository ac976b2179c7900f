import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';
import { createProfile } from './latent-app.ts';

/** A browser window that loads pages from anywhere, without Latent's guards. */
export interface Browser {
  readonly page: Page;
  close(): Promise<void>;
}

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Opens the system's Chromium if there is one, or else an empty window of Electron. */
export async function openBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const args = isRoot ? ['--no-sandbox'] : [];
  const executablePath = installed.find((file) => existsSync(file));
  if (executablePath !== undefined) {
    const browser = await chromium.launch({ executablePath, args });
    return { page: await browser.newPage({ viewport: { width: 1280, height: 800 } }), close: () => browser.close() };
  }
  const profile = await createProfile();
  const electron = await _electron.launch({ args: [...args, `--user-data-dir=${profile.userData}`, join(import.meta.dirname, '../bench/empty-window/main.cjs')] });
  return {
    page: await electron.firstWindow(),
    async close() {
      await electron.close();
      await profile.remove();
    },
  };
}
