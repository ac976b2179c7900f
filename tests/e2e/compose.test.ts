import type { Snapshot } from '../../shared/ipc/api.ts';
import { zoomSteps } from '../../shared/windows/view-memory.ts';
import type { Locator } from '@playwright/test';
import { beginAgain, withFreshApp, withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** Nothing about money happens by accident, and nothing typed is lost. */

let profile: Profile;
let app: LatentApp;
/** How many tasks there were before the test. */
let earlier = 0;

const count = (): Locator => app.page.getByRole('textbox', { name: 'How many' });
const size = (): Locator => app.page.getByRole('combobox', { name: 'Size' });
/** Types a size and leaves the field, whose suggestions would hide the rest of the window from assistive technology. */
async function setSize(text: string): Promise<void> {
  await size().fill(text);
  await size().press('Tab');
}
const generate = (): Locator => app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
const question = (): Locator => app.page.getByRole('dialog', { name: /^Generate/ });
const sent = async (): Promise<number> => (await app.history()).total - earlier;

/** What is marked in the prompt field. */
const marked = (): Promise<string> =>
  app.prompt.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as unknown as { value: string; selectionStart: number; selectionEnd: number };
    return value.slice(selectionStart, selectionEnd);
  });

test.describe('in an app that was used before', () => {
  withSharedApp((shared) => void (app = shared));
  test.beforeEach(async () => {
    earlier = await beginAgain(app, 'Practice', { keepPrompt: true, usualCount: 1 });
  });

  test('is where one can compose, and one key leads to the draft from everywhere else', async () => {
    const account = ((await app.call('appSnapshot')) as Snapshot).accounts.find(({ kind }) => kind === 'practice');
    await app.call('accountsSetOptions', { accountId: account?.id, options: { ...account?.options, references: { name: 'image', form: 'address', several: true } } });
    await app.prompt.fill('a harbour at dawn');
    await setSize('640x480');
    await app.prompt.press('Home');
    const address = app.page.getByRole('textbox', { name: 'Address of a picture' });
    for (const room of ['2', '4', '6', ',']) {
      await address.fill('half an address');
      await app.page.keyboard.press(`ControlOrMeta+${room}`);
      await expect(app.page.getByRole('form', { name: 'New picture' })).toHaveCount(0);
      await app.page.keyboard.press('ControlOrMeta+l');
      await expect(app.prompt).toBeFocused();
      await expect(app.prompt).toHaveValue('a harbour at dawn');
      await expect(size()).toHaveValue('640x480');
      await expect(address).toHaveValue('half an address');
    }
    await address.fill('');
    await app.prompt.focus();
    await app.page.keyboard.type('Over ');
    await expect(app.prompt).toHaveValue('Over a harbour at dawn');
    await app.call('accountsSetOptions', { accountId: account?.id, options: account?.options });
  });

  test.describe('how many', () => {
    test('returns to the usual number after sending, and accepts any typed number up to a hundred', async () => {
      await app.prompt.fill('a fox');
      await count().fill('3');
      await expect(generate()).toHaveText(/^Generate 3/);
      await generate().click();
      await expect(count()).toHaveValue('1');
      await expect.poll(sent).toBe(3);

      await app.prompt.fill('sixty foxes');
      await count().fill('60');
      await app.prompt.focus();
      await expect(count()).toHaveValue('60');
      await generate().click();
      await expect(app.page.getByRole('dialog', { name: 'Generate 60 with Practice?' })).toBeVisible();
      await app.page.keyboard.press('Escape');
      for (const wrong of ['101', '0', '']) {
        await count().fill(wrong);
        await expect(app.page.getByText('“How many” must be a whole number from 1 to 100.')).toBeVisible();
        await expect(generate()).toBeDisabled();
        await app.prompt.press('ControlOrMeta+Enter');
        await expect(count()).toHaveValue(wrong);
      }
      expect(await sent()).toBe(3);
    });

    test('accepts digits only, keeps the focus when a key sends, and no key but an arrow changes it', async () => {
      const { keyboard } = app.page;
      await app.prompt.fill('a fox');
      await count().focus();
      await keyboard.type('-2x');
      await expect(count()).toHaveValue('2');
      await keyboard.press('Home');
      await keyboard.press('End');
      await expect(count()).toHaveValue('2');
      await keyboard.press('ArrowUp');
      await expect(count()).toHaveValue('3');
      await keyboard.press('ArrowDown');
      await expect(generate()).toHaveText(/^Generate 2/);
      await keyboard.type('4');
      await keyboard.press('Backspace');
      await keyboard.press('ControlOrMeta+Enter');
      await expect(count()).toHaveValue('1');
      await expect(count()).toBeFocused();
      await expect(generate()).toHaveText(/^Generate(?! \d)/);
      await expect.poll(sent).toBe(2);
    });

    test('does not carry over to another account, nor do model, size and quality', async () => {
      const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
      await setSize('512x512');
      await count().fill('4');
      await app.addAccount(service.url, service.key);
      await expect(count()).toHaveValue('1');
      await expect(size()).toHaveValue('1024x1024');
      await setSize('2:3');
      await app.call('accountsSelect', { accountId: (await app.accounts()).find(({ kind }) => kind === 'practice')?.id });
      await expect(size()).toHaveValue('512x512');
      await service.stop();
    });
  });

  test.describe('checks during typing', () => {
    test('a size that the practice painter cannot paint is explained and not sent', async () => {
      await app.prompt.fill('a fox');
      await size().fill('12345x7');
      // The suggestions leave the sentence in sight.
      const sentence = app.page.getByText('sides from 16 to 8,192 pixels');
      await expect(sentence).toBeVisible();
      const { y = 0, height = 0 } = (await sentence.boundingBox()) ?? {};
      await expect.poll(async () => (await app.page.getByRole('option').first().boundingBox())?.y).toBeGreaterThan(y + height);
      await size().press('Tab');
      await expect(size()).toHaveAttribute('aria-invalid', 'true');
      await expect(generate()).toBeDisabled();
      await expect(generate()).toHaveAttribute('title', /8,192 pixels/);
      await app.prompt.press('ControlOrMeta+Enter');
      await setSize('big');
      await expect(app.page.getByText('does not understand this size')).toBeVisible();
      expect(await sent()).toBe(0);

      await setSize('64 × 48');
      await expect(generate()).toBeEnabled();
      await app.prompt.press('ControlOrMeta+Enter');
      await expect.poll(async () => (await app.history()).tasks.slice(0, await sent()).map(({ task }) => task.request.size)).toEqual(['64x48']);
    });

    test('for another service there is only a warning: of an unlikely size, and of one that it has refused', async () => {
      const service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
      await service.script('*', { submit: [{ status: 422, body: { text: JSON.stringify({ error: { code: 'invalid_size', message: 'size: no such size' } }) } }] });
      await app.addAccount(service.url, service.key, 'Workshop');
      await app.prompt.fill('a fox');
      await setSize('12345x7');
      await expect(app.page.getByText('Workshop may refuse this size')).toBeVisible();
      await expect(size()).not.toHaveAttribute('aria-invalid');
      await expect(generate()).toBeEnabled();
      await setSize('777x777');
      await expect(app.page.getByText('may refuse')).toBeHidden();
      await app.prompt.press('ControlOrMeta+Enter');
      await expect(app.page.getByText('Workshop refused 777x777 before.')).toBeVisible();
      await expect(generate()).toBeEnabled();
      await service.stop();
    });
  });

  test.describe('the prompt', () => {
    test('stays selected after sending, and can be sent again on purpose', async () => {
      await app.submit('a fox [fail]');
      await expect(app.prompt).toHaveValue('a fox [fail]');
      await expect.poll(marked).toBe('a fox [fail]');
      await expect.poll(sent).toBe(1);
      // A later press: the one before is over a second ago.
      await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
      await app.prompt.press('ControlOrMeta+Enter');
      await expect.poll(sent).toBe(2);
      await app.page.keyboard.type('an owl');
      await expect(app.prompt).toHaveValue('an owl');
    });

    test('is selected and has the focus after a click on Generate', async () => {
      await app.prompt.fill('a fox');
      await generate().click();
      await expect(app.prompt).toBeFocused();
      await app.page.keyboard.type('b');
      await expect(app.prompt).toHaveValue('b');
    });

    test('a number in the settings that is changed back at once is saved', async () => {
      await app.page.keyboard.press('ControlOrMeta+,');
      await app.page.getByRole('tab', { name: 'Generating' }).click();
      // Both steps come before the window learns that the first was saved.
      const step = (way: string): string => `document.querySelector('[aria-label="${way}: Default number"]').click()`;
      await app.page.evaluate(`${step('More')}; Promise.resolve().then(() => ${step('Less')})`);
      await expect(app.page.getByRole('textbox', { name: 'Default number' })).toHaveValue('1');
      await app.page.keyboard.press('ControlOrMeta+1');
      await expect.poll(async () => ((await app.call('appSnapshot')) as Snapshot).settings.usualCount).toBe(1);
    });

    test('is cleared if the person wants that', async () => {
      await app.page.keyboard.press('ControlOrMeta+,');
      await app.page.getByRole('tab', { name: 'Generating' }).click();
      await app.page.getByRole('button', { name: 'Clear it' }).click();
      await app.page.getByRole('textbox', { name: 'Default number' }).fill('2');
      await app.page.keyboard.press('Enter');
      await app.page.keyboard.press('ControlOrMeta+1');
      await expect(count()).toHaveValue('2');
      await app.submit('a fox');
      await expect(app.prompt).toHaveValue('');
      await expect.poll(sent).toBe(2);
      await app.page.keyboard.press('ControlOrMeta+z');
      await expect(app.prompt).toHaveValue('a fox');
    });

    test('that is copied over a draft says so, and the button of this message brings back text, size and number, whatever was done since', async () => {
      await app.submit('a pier at dawn');
      const pier = app.page.getByRole('gridcell', { name: 'a pier at dawn' });
      await expect(pier).toBeVisible();
      await app.prompt.fill('my own draft');
      await count().fill('3');
      await size().fill('640x480');
      await size().press('Tab');
      await pier.click();
      await app.page.keyboard.press('Shift+u');
      await expect(app.prompt).toHaveValue('a pier at dawn');
      await expect(size()).not.toHaveValue('640x480');
      await expect(app.page.getByText('Your draft was replaced')).toBeVisible();
      await app.prompt.press('ControlOrMeta+End');
      await app.page.keyboard.type(' in fog');
      await app.page.getByRole('button', { name: 'Undo: replace the draft' }).click();
      await expect(app.prompt).toHaveValue('my own draft');
      await expect(size()).toHaveValue('640x480');
      await expect(count()).toHaveValue('3');
      await app.page.getByRole('button', { name: 'Redo: replace the draft' }).click();
      await expect(app.prompt).toHaveValue('a pier at dawn in fog');
    });

    test('that is copied over a draft keeps the draft: undo and ↑ restore it, never a mix', async () => {
      await app.submit('a harbour at dusk');
      const harbour = app.page.getByRole('gridcell', { name: 'a harbour at dusk' });
      await expect(harbour).toBeVisible();
      const draft = 'my own draft';
      await app.prompt.press('ControlOrMeta+a');
      await app.page.keyboard.type(draft);
      await harbour.click();
      await app.page.keyboard.press('Shift+u');
      await expect(app.prompt).toHaveValue('a harbour at dusk');
      await expect(app.prompt).toBeFocused();
      await app.page.keyboard.press('ArrowUp');
      await expect(app.prompt).toHaveValue(draft);
      // React reports a changed selection together with the next key press, after the key has put another text into the field.
      const caret = await app.prompt.evaluate((element) => {
        const field = element as unknown as { value: string; selectionStart: number; setSelectionRange(start: number, end: number): void; dispatchEvent(event: unknown): void };
        const page = globalThis as unknown as { KeyboardEvent: new (type: string, init: object) => unknown; requestAnimationFrame(run: () => void): void };
        field.setSelectionRange(0, field.value.length);
        field.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
        return new Promise<number>((resolve) => page.requestAnimationFrame(() => resolve(field.selectionStart)));
      });
      await expect(app.prompt).toHaveValue('a harbour at dusk');
      expect(caret).toBe('a harbour at dusk'.length);
      await app.page.keyboard.type(' in fog');

      const seen = [await app.prompt.inputValue()];
      for (let step = 0; step < 20; step += 1) {
        await app.page.keyboard.press('ControlOrMeta+z');
        seen.push(await app.prompt.inputValue());
      }
      const beginningOf = (text: string) => (value: string): boolean => text.startsWith(value);
      for (const value of seen) expect([`a harbour at dusk in fog`, draft].some((text) => beginningOf(text)(value)), value).toBe(true);
      expect(seen).toContain(draft);
      for (let step = 0; step < 20; step += 1) await app.page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(app.prompt).toHaveValue('a harbour at dusk in fog');
    });
  });

  test('the whole bar is visible in the smallest window, and at twice the size', async () => {
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.setMinimumSize(1, 1));
    await app.prompt.fill('a fox');
    for (const [width, height, zoom] of [[640, 400, 1], [640, 400, 2], [900, 600, 2], [1280, 800, 1]] as const) {
      await app.page.keyboard.press('ControlOrMeta+0');
      for (const step of zoomSteps) if (step > 100 && step <= 100 * zoom) await app.page.keyboard.press('ControlOrMeta+=');
      await app.electron.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.setContentSize(wanted[0], wanted[1]), [width, height] as const);
      await expect.poll(() => app.page.evaluate(() => Math.round((globalThis as unknown as { innerWidth: number }).innerWidth))).toBe(width / zoom);
      for (const part of [generate(), count(), size(), app.page.getByRole('combobox', { name: 'Model' }), app.page.getByRole('combobox', { name: 'Quality' }), app.page.getByRole('button', { name: /^Account/ })]) {
        const room = await part.evaluate((element) => {
          const { innerWidth, innerHeight } = globalThis as unknown as { innerWidth: number; innerHeight: number };
          const box = (element as unknown as { getBoundingClientRect(): Record<'left' | 'top' | 'right' | 'bottom' | 'width', number> }).getBoundingClientRect();
          return { left: box.left, top: box.top, width: box.width, right: innerWidth - box.right, bottom: innerHeight - box.bottom };
        });
        expect(Math.min(...Object.values(room)), `${String(part)} at ${width}x${height} × ${zoom}: ${JSON.stringify(room)}`).toBeGreaterThan(8);
      }
    }
  });
});

test.describe('in a new app', () => {
  withFreshApp((fresh, home) => ([app, profile, earlier] = [fresh, home, 0]));

  test.describe('the question before money', () => {
    let service: ScriptedService;
    test.beforeEach(async () => {
      service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
      await app.call('accountsAdd', { name: 'Studio', baseUrl: service.url, key: service.key, keeping: 'unprotected' });
      await app.page.getByText('Studio').first().waitFor();
    });
    test.afterEach(() => service.stop());

    test('is asked once for an account that may charge; Escape leaves the draft as it was, Enter sends', async () => {
      await app.submit('a paid fox');
      await expect(question()).toContainText('first task');
      for (const word of ['Studio', '1024x1024', 'low']) await expect(question()).toContainText(word);
      // The key that asked, still held or pressed again, is no answer.
      await app.page.keyboard.press('ControlOrMeta+Enter');
      await expect(question()).toBeVisible();
      await app.page.keyboard.press('Escape');
      await expect(question()).toBeHidden();
      await expect(app.prompt).toHaveValue('a paid fox');
      await expect(app.prompt).toBeFocused();
      expect(await service.posts('a paid fox')).toBe(0);
      expect(await sent()).toBe(0);

      // A doubled Enter asks and does not answer: time stands still between its two presses.
      await generate().focus();
      await app.page.evaluate('{ const now = performance.now(); performance.now = () => now; }');
      await app.page.keyboard.press('Enter');
      await expect(question().getByRole('button', { name: 'Generate' })).toBeFocused();
      await app.page.keyboard.press('Enter');
      await expect(question()).toBeVisible();
      // Half a second later Enter is an answer.
      await app.page.evaluate('delete performance.now; new Promise((later) => setTimeout(later, 500))');
      await app.page.keyboard.press('Enter');
      await expect(question()).toBeHidden();
      await expect.poll(() => service.posts('a paid fox')).toBe(1);

      await app.submit('another one');
      await expect.poll(() => service.posts('another one')).toBe(1);
      await expect(question()).toBeHidden();
      await app.close();
      app = await LatentApp.launch(profile);
      await app.submit('after a restart');
      await expect.poll(() => service.posts('after a restart')).toBe(1);
    });

    test('is asked each time above the number that the person set, with the price', async () => {
      await app.changeSettings({ confirmedAccounts: (await app.accounts()).map(({ id }) => id), askAbove: 2 });
      const picture = await paintPng({ prompt: 'priced', index: 0, width: 32, height: 32 });
      const told = { json: { id: '$ID', status: 'completed', data: [{ url: '$IMAGE' }], usage: { credits_used: 1.8 } } };
      await service.script('priced', { processing: 0, query: [{ body: told }], images: [{ base64: picture.toString('base64') }] });
      for (const prompt of ['first', 'second']) {
        await app.prompt.fill(prompt);
        await count().fill('3');
        await generate().click();
        await expect(question()).toContainText('more than 2 at once');
        await question().getByRole('button', { name: 'Generate 3' }).click();
        await expect.poll(() => service.posts(prompt)).toBe(3);
      }
      await app.prompt.fill('two of them');
      await count().fill('2');
      await generate().click();
      await expect.poll(() => service.posts('two of them')).toBe(2);

      await app.submit('priced');
      await expect(app.pictures).toHaveCount(1);
      await app.prompt.fill('three at that price');
      await count().fill('3');
      await generate().click();
      await expect(question()).toContainText('Price5.4 credits');
    });
  });

  test.describe('the prompt', () => {
    test('survives a power cut before it is sent, with its choices, however long and strange it is', async () => {
      const draft = `a "fox" <b>&amp; 'owl'\n${'long '.repeat(6_000)}`.trim();
      await app.page.getByRole('combobox', { name: 'Size' }).fill('64x48');
      // Leaves the field, so that its suggestions close.
      await app.page.keyboard.press('Tab');
      await app.prompt.fill(draft);
      // Main writes what it is told within a second or so.
      await expect.poll(async () => (await import('node:fs/promises')).readFile(`${profile.userData}/view.json`, 'utf8').catch(() => '')).toContain('long long');
      await app.kill();
      app = await LatentApp.launch(profile);
      await expect(app.prompt).toHaveValue(draft);
      await expect(app.page.getByRole('combobox', { name: 'Size' })).toHaveValue('64x48');
    });
  });
});
