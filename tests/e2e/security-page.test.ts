import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withFreshApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { scriptPayloads } from '../support/script-payloads.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** The page: nothing leads out of it, nothing that others wrote runs in it, and it is loaded again when its process dies. */

let profile: Profile;
let app: LatentApp;
withFreshApp((fresh, home) => ([app, profile] = [fresh, home]));

const home = 'latent://app/index.html';

/** Scripts of the page that try to leave it, each on its own. */
const waysOut: Readonly<Record<string, string>> = {
  'location=': "location.href = 'https://evil.example/'",
  'location= to the disk': "location.href = 'file:///etc/passwd'",
  'location= to another page of the app': "location.href = 'latent://app/decoder.html'",
  'location= to a picture': "location.assign('latent://picture/1')",
  'a link that is clicked': "const a = document.createElement('a'); a.href = 'https://evil.example/'; document.body.append(a); a.click()",
  'target=_blank': "const a = document.createElement('a'); a.href = 'https://evil.example/'; a.target = '_blank'; document.body.append(a); a.click()",
  'a middle click': "const a = document.createElement('a'); a.href = 'https://evil.example/'; document.body.append(a); a.dispatchEvent(new MouseEvent('click', { button: 1, ctrlKey: true, bubbles: true }))",
  'window.open': "window.open('https://evil.example/'); window.open('latent://app/index.html'); window.open('')",
  'a form that is sent': "const f = document.createElement('form'); f.action = 'https://evil.example/'; f.method = 'post'; document.body.append(f); f.submit()",
  'meta refresh': "const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=https://evil.example/'; document.head.append(m)",
  'javascript:': "try { location.href = 'javascript:window.__pwned=1' } catch {}",
  'an iframe': "const f = document.createElement('iframe'); f.src = 'https://evil.example/'; document.body.append(f)",
  'an iframe of our own page': "const f = document.createElement('iframe'); f.src = 'latent://app/index.html'; document.body.append(f)",
  'a webview': "const w = document.createElement('webview'); w.src = 'https://evil.example/'; document.body.append(w)",
  history: "try { history.pushState(null, '', 'https://evil.example/') } catch {} history.back(); history.go(-2)",
  'a download': "const a = document.createElement('a'); a.href = 'latent://picture/1'; a.download = 'x.exe'; document.body.append(a); a.click()",
};

test('no way leads out of the page', async () => {
  const { page } = app;
  await page.evaluate('window.__still = 1');
  for (const [name, script] of Object.entries(waysOut)) {
    await page.evaluate(script).catch(() => {});
    await page.waitForTimeout(60);
    expect(page.url(), name).toBe(home);
    expect(await page.evaluate('window.__still === 1 && window.__pwned === undefined'), name).toBe(true);
  }
  const dropped = path.join(profile.home, 'dropped.html');
  await writeFile(dropped, '<script>document.title = "out"</script>');
  const session = await page.context().newCDPSession(page);
  const link = { mimeType: 'text/uri-list', data: 'https://evil.example/' };
  for (const data of [{ items: [], files: [dropped] }, { items: [link] }]) {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data: { ...data, dragOperationsMask: 19 } });
    }
    await page.waitForTimeout(150);
    expect(page.url()).toBe(home);
    expect(await page.evaluate('window.__still === 1')).toBe(true);
  }
  // Asked of the page itself: Playwright would wait for the navigation that was denied.
  expect(await page.evaluate("document.querySelector('main').checkVisibility()")).toBe(true);
  const windows = await app.electron.evaluate(({ BrowserWindow, webContents }) => ({
    visible: BrowserWindow.getAllWindows().filter((window) => window.isVisible()).length,
    contents: webContents.getAllWebContents().map((contents) => contents.getURL()),
  }));
  expect(windows.visible).toBe(1);
  expect(windows.contents.filter((url) => url !== home && url !== 'latent://app/decoder.html')).toEqual([]);
});

test('every permission is denied, and no request reaches a network', async () => {
  const asked = await app.page.evaluate(`(async () => {
    const refused = async (ask) => { try { await ask(); return false } catch { return true } };
    return {
      notification: await Notification.requestPermission(),
      camera: await refused(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await refused(() => navigator.mediaDevices.getDisplayMedia()),
      place: await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve(false), ({ code }) => resolve(code === 1))),
      clipboard: await refused(() => navigator.clipboard.readText()),
      midi: await refused(() => navigator.requestMIDIAccess({ sysex: true })),
      usb: await refused(() => navigator.usb.requestDevice({ filters: [] })),
      fetch: await refused(() => fetch('https://evil.example/')),
      fetchOwn: await refused(() => fetch('latent://picture/1')),
      eval: await refused(() => eval('1')),
      html: await refused(() => { document.createElement('div').innerHTML = '<b>x</b>' }),
      node: typeof require === 'undefined' && typeof process === 'undefined',
      api: Object.keys(window.api).every((name) => typeof window.api[name] === 'function'),
    };
  })()`);
  expect(asked).toEqual({
    notification: 'denied', camera: true, screen: true, place: true, clipboard: true, midi: true, usb: true,
    fetch: true, fetchOwn: true, eval: true, html: true, node: true, api: true,
  });
  // Also where no policy stands in the way: the session itself asks nobody.
  const session = await app.electron.evaluate(({ net }) => net.fetch('http://127.0.0.1:9/').then(String, String));
  expect(session).toContain('ERR_BLOCKED_BY_CLIENT');
});

test.describe('with a service whose answers contain scripts', () => {
  let service: ScriptedService;
  test.beforeEach(async () => {
    service = await startScriptedService({ key: 'sk-e2e-scripts-0000' });
  });
  test.afterEach(() => service.stop());

  test('200 payloads as prompts, models, sizes, errors and names are text everywhere', { tag: '@long' }, async () => {
    const { page } = app;
    page.on('dialog', (dialog) => {
      throw new Error(`a script opened a dialog: ${dialog.message()}`);
    });
    await page.evaluate("window.__violations = 0; document.addEventListener('securitypolicyviolation', () => { window.__violations += 1 })");
    const accountId = await app.addAccount(service.url, service.key);
    await app.call('accountsRename', { accountId, name: scriptPayloads[0] });
    await app.call('settingsUpdate', { concurrentSubmissions: 16 });
    expect(scriptPayloads).toHaveLength(200);
    for (const payload of scriptPayloads) {
      await service.script(payload.trim(), { submit: [{ status: 400, body: { json: { error: { code: payload, message: payload } } } }] });
    }
    for (const payload of scriptPayloads) {
      const request = { prompt: payload, model: payload, size: payload.slice(0, 64), quality: payload.slice(0, 64) };
      await app.call('tasksSubmit', { accountId, request, taskIds: [randomUUID()], retryOf: null });
    }
    await expect.poll(async () => (await service.requests()).filter(({ method }) => method === 'POST').length).toBe(200);

    const looked = new Set<string>();
    const look = async (): Promise<void> => {
      const text = await page.evaluate('document.body.innerText + "\\n" + [...document.querySelectorAll("[title],[aria-label]")].map((e) => e.title + e.ariaLabel).join("\\n")');
      for (const payload of scriptPayloads) if (String(text).includes(payload.trim())) looked.add(payload);
    };
    for (const shortcut of ['ControlOrMeta+1', 'ControlOrMeta+2', 'ControlOrMeta+,']) {
      await page.keyboard.press(shortcut);
      await page.waitForTimeout(300);
      await page.mouse.move(500, 500);
      for (let step = 0; step < 25; step += 1) {
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(30);
        await look();
      }
      expect(await page.evaluate('[window.__pwned, window.__violations]')).toEqual([null, 0].map((value) => value ?? undefined));
    }
    expect(looked.size).toBeGreaterThan(100);
    expect(await page.evaluate('document.querySelectorAll("iframe, object, embed, webview, base, svg script, body script").length')).toBe(0);
    expect(page.url()).toBe(home);
  });
});

test('a page whose process dies is reloaded once, and says so', async () => {
  const { electron } = app;
  await electron.evaluate(({ dialog }) => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    dialog.showMessageBox = ((_window: unknown, { detail }: { detail: string }) => {
      told.push(detail);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  const told = (): Promise<readonly string[]> => electron.evaluate(() => (globalThis as unknown as { told: string[] }).told);
  const crash = (): Promise<void> =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.webContents.forcefullyCrashRenderer());
  const alive = (): Promise<unknown> =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().find((window) => window.isVisible())?.webContents.executeJavaScript("document.querySelector('main') !== null && window.api.appSnapshot().then(({ ok }) => ok)"),
    );
  await app.prompt.fill('the newest draft');
  await crash();
  await expect.poll(async () => (await told()).length).toBe(1);
  expect((await told())[0]).toContain('loaded it again');
  await expect.poll(alive).toBe(true);
  const draft = await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.webContents.executeJavaScript("document.querySelector('textarea').value") as Promise<string>);
  expect(draft).toBe('the newest draft');
  await crash();
  await expect.poll(async () => (await told()).length).toBe(2);
  expect((await told())[1]).toContain('twice within a minute');
  await expect.poll(alive).toBe(true);
});
