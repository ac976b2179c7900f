import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { QuickDriver, shortcut } from '../support/quick-driver.ts';
import { expect, test } from '../support/test.ts';

/** What the page of the quick prompt could do if it were taken over, and who else may speak as it. */

const served = withSharedServedApp();
const posts = async (): Promise<number> => (await served.service.requests()).filter(({ method }) => method === 'POST').length;

test('the page of the quick prompt has two functions, no Node and no network', async () => {
  const { app } = served;
  const quick = new QuickDriver(app);
  await app.changeSettings({ quickShortcut: shortcut });
  await quick.open();
  const found = await quick.page.evaluate(`(async () => {
    const refused = async (ask) => { try { await ask(); return false } catch { return true } };
    return {
      quick: Object.keys(window.quick),
      api: 'api' in window,
      node: typeof require === 'undefined' && typeof process === 'undefined',
      fetch: await refused(() => fetch('https://evil.example/')),
      picture: await refused(() => fetch('latent://picture/1')),
      // Later, because what is evaluated from outside is exempt from the policy.
      eval: await new Promise((resolve) => setTimeout(() => { try { eval('1'); resolve(false) } catch { resolve(true) } })),
      html: await refused(() => { document.createElement('div').innerHTML = '<b>x</b>' }),
      camera: await refused(() => navigator.mediaDevices.getUserMedia({ video: true })),
      window: window.open('https://evil.example/'),
    };
  })()`);
  expect(found).toEqual({ quick: ['onOrder', 'tell'], api: false, node: true, fetch: true, picture: true, eval: true, html: true, camera: true, window: null });
  await quick.close();
});

test('it sends nothing while the field is closed, nothing that it was not offered, and no message of another form', async () => {
  const { app } = served;
  const quick = new QuickDriver(app);
  await app.changeSettings({ quickShortcut: shortcut });
  await quick.open();
  const tell = (message: unknown): Promise<unknown> => quick.page.evaluate((given) => (globalThis as unknown as { quick: { tell(each: unknown): void } }).quick.tell(given), message);
  const messages: readonly unknown[] = [
    null, 'send', [], { kind: 'send' }, { kind: 'send', text: 'x', offer: 1 }, { kind: 'send', text: 'x', offer: '', accountId: 'y' }, { kind: 'text', text: 'x'.repeat(10_000_000) }, { kind: 'account', accountId: '../x' },
    { kind: 'close', then: 'send' }, { kind: 'tasks:submit', text: 'x' }, { kind: 'send', text: 'not offered', offer: '[]' },
  ];
  for (const message of messages) await tell(message);
  await expect(quick.said).toHaveText(/^What would be sent, or its price, has just changed\./);
  await quick.close();
  await tell({ kind: 'send', text: 'while it is closed', offer: '[]' });
  // As the page of another window, with the same preload.
  await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
    for (const url of ['latent://app/quick.html', 'latent://app/index.html', 'about:blank']) {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload: `${electron.getAppPath()}/dist/quick-preload.cjs`, sandbox: true } });
      await stranger.loadURL(url);
      await stranger.webContents.executeJavaScript("window.quick.tell({ kind: 'text', text: 'of a stranger' }); window.quick.tell({ kind: 'send', text: 'of a stranger', offer: '[]' })");
      stranger.destroy();
    }
  });
  await app.page.waitForTimeout(500);
  await quick.open();
  await expect(quick.field).not.toHaveValue('of a stranger');
  await quick.close();
  expect(await posts()).toBe(0);
  expect(await readFile(path.join(served.profile.userData, 'logs/latent.log'), 'utf8')).toContain('refused a message to the quick prompt');
});

// Last, because Playwright waits for the navigations that were denied before it finds anything in the page.
test('no way leads out of it', async () => {
  const quick = new QuickDriver(served.app);
  await served.app.changeSettings({ quickShortcut: shortcut });
  await quick.open();
  const home = quick.page.url();
  for (const way of ["location.href = 'https://evil.example/'", "location.href = 'latent://app/index.html'", "location.assign('latent://picture/1')"]) {
    await quick.page.evaluate(way).catch(() => undefined);
    await quick.page.waitForTimeout(60);
    expect(quick.page.url()).toBe(home);
  }
  await quick.pressShortcut();
  await expect.poll(() => quick.isOpen()).toBe(false);
});
