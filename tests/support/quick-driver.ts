import type { Locator, Page } from '@playwright/test';
import { unread } from '../../renderer/quick/enter-rule.ts';
import type { LatentApp } from './latent-app.ts';
import { openRealPointer } from './real-pointer.ts';
import { expect } from './test.ts';

/** Control+Alt+Space, as Electron writes it and as an X server numbers these keys. */
export const shortcut = 'Control+Alt+Space';
const shortcutKeys = [37, 64, 65] as const;

/** The quick prompt, used as a person does. */
export class QuickDriver {
  private readonly app: LatentApp;

  constructor(app: LatentApp) {
    this.app = app;
  }

  get page(): Page {
    const found = this.app.electron.windows().find((page) => page.url().endsWith('/quick.html'));
    if (found === undefined) throw new Error('The quick prompt was never open.');
    return found;
  }

  get field(): Locator {
    return this.page.getByRole('textbox', { name: 'Prompt' });
  }

  get said(): Locator {
    return this.page.getByRole('status');
  }

  isOpen(): Promise<boolean> {
    return this.app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible() && window.webContents.getURL().endsWith('/quick.html')));
  }

  isInFront(page: 'quick' | 'index'): Promise<boolean> {
    return this.app.electron.evaluate(({ BrowserWindow }, name) => BrowserWindow.getFocusedWindow()?.webContents.getURL().endsWith(`/${name}.html`) ?? false, page);
  }

  /** Presses the shortcut on the screen's keyboard. */
  async pressShortcut(): Promise<void> {
    const keyboard = await openRealPointer(process.env['DISPLAY'] ?? '');
    keyboard.chord(...shortcutKeys);
    await keyboard.rest();
    keyboard.close();
  }

  /** Opens it by its shortcut, and waits until a press counts. */
  async open(): Promise<void> {
    await this.pressShortcut();
    await expect.poll(() => this.isOpen()).toBe(true);
    await expect(this.page.getByRole('button', { name: /^(?:Generate|Continue)/ })).toBeVisible();
    await this.page.waitForTimeout(unread + 50);
  }

  /** Closes it, if it is open. */
  async close(): Promise<void> {
    if (await this.isOpen()) await this.field.press('Escape');
    await expect.poll(() => this.isOpen()).toBe(false);
  }

  /** Writes a prompt, and presses Enter. */
  async submit(prompt: string): Promise<void> {
    await this.write(prompt);
    await this.field.press('Enter');
  }

  async write(prompt: string): Promise<void> {
    await this.field.fill(prompt);
  }
}
