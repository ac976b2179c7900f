import { withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { endFade, fadeSlowly } from '../support/slow-fade.ts';
import { expect, test } from '../support/test.ts';

/** Keys that are pressed right after one that opens a dialog never act on the pictures behind it, and the focus stays where it was put. */

let app: LatentApp;
withSharedApp((shared) => void (app = shared), { begin: (of) => seedHistory(of, [{ prompt: 'a boat' }, { prompt: 'a bridge' }]) });
test.beforeEach(async () => {
  await app.resize(1280, 800);
  await app.renew({ stripOpen: false, inspectorOpen: false });
});

/** What `KeyboardEvent` takes. */
interface Key {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
}

const ctrl = { ctrlKey: true };
const both = { ctrlKey: true, shiftKey: true };
const openers: Readonly<Record<string, Key>> = {
  export: { key: 's', ...ctrl },
  'contact sheet': { key: 'S', ...both },
  album: { key: 'm' },
  prompts: { key: 'p', ...ctrl },
  'saving a prompt': { key: 'b' },
  tags: { key: 'T', ...both },
  wildcards: { key: 'j', ...ctrl },
  list: { key: 'L', ...both },
  fields: { key: 'E', ...both },
  shortcuts: { key: '?', shiftKey: true },
};

/** Presses both keys before main can answer the first. React renders between them, as it does between keys of a keyboard. */
async function pressInARow(opener: Key, next: Key): Promise<void> {
  const press = (key: Key): string => `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ ...key, bubbles: true, cancelable: true })}));`;
  await app.page.evaluate(`(async () => { ${press(opener)} for (let turn = 0; turn < 10; turn += 1) await null; ${press(next)} })()`);
}

test('keys pressed before a dialog appears do not act behind it', { tag: '@long' }, async () => {
  const { page } = app;
  const boat = page.getByRole('gridcell', { name: 'a boat' });
  await boat.click();
  // Its description is loaded, which some keys need.
  await page.keyboard.press('i');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('a boat');
  await boat.click();
  for (const [name, opener] of Object.entries(openers)) {
    await pressInARow(opener, { key: 'x' });
    await expect(page.getByRole('dialog'), name).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), name).toHaveCount(0);
    expect(await app.found('flag:rejected '), name).toBe(0);
    await boat.click();
  }
});

test('what is typed while the code of a dialog is loaded goes into its field, and Enter submits it', async () => {
  const { page } = app;
  // In one turn, so that nothing can be loaded meanwhile.
  await page.evaluate(`(() => {
    document.querySelector('button[aria-label="New album…"]').click();
    for (const key of ['M', 'o', 'x', 'x', 'Backspace', 'Enter']) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  })()`);
  await expect(page.getByRole('region', { name: 'Albums' }).getByText('Mox', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(`(() => {
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Keyboard shortcuts')).click();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  })()`);
  await page.keyboard.press('ControlOrMeta+p');
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Prompts');
  await page.keyboard.press('Escape');
});

test('Enter typed for a field of several lines begins a line', async () => {
  const { page } = app;
  await app.prompt.focus();
  await page.evaluate(`(() => {
    const press = (key, keys) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...keys }));
    press('E', { code: 'KeyE', [navigator.platform.startsWith('Mac') ? 'metaKey' : 'ctrlKey']: true, shiftKey: true });
    for (const key of ['o', 'n', 'e', 'Enter', 't', 'w', 'o']) press(key);
  })()`);
  const fields = page.getByRole('dialog').getByRole('textbox').first();
  await expect(fields).toHaveValue(/one\ntwo/);
  await page.keyboard.press('Escape');
});

test('what is pasted while the code of a dialog is loaded goes into its field, and not into the field below', async () => {
  const { page } = app;
  await app.prompt.fill('a boat');
  // In one turn, so that nothing can be loaded meanwhile. The browser pastes only after a key that nothing has prevented.
  await page.evaluate(`(() => {
    document.querySelector('button[aria-label="New album…"]').click();
    document.querySelector('form textarea').focus();
    const press = (key, keys) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...keys }));
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Moored boats');
    if (press('v', { ctrlKey: true })) document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    press('Enter');
  })()`);
  await expect(page.getByRole('region', { name: 'Albums' }).getByText('Moored boats', { exact: true })).toBeVisible();
  await expect(app.prompt).toHaveValue('a boat');
});

test('keys pressed while a dialog fades out act on the pictures', async () => {
  const { page } = app;
  const boat = page.getByRole('gridcell', { name: 'a boat' });
  const dialog = page.locator('[data-modal]');
  for (const [name, opener] of [['a field has the focus', 'b'], ['a button has the focus', '?']] as const) {
    await test.step(name, async () => {
      await boat.click();
      await page.keyboard.press(opener);
      await expect(dialog.locator(':focus')).toHaveCount(1);
      await fadeSlowly(dialog);
      await page.keyboard.press('Escape');
      await page.keyboard.press('x');
      await expect(dialog).toHaveCount(1, { timeout: 1 });
      await expect.poll(() => app.found('flag:rejected ')).toBe(1);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeVisible();
      await page.keyboard.press('Escape');
      await endFade(dialog);
      await page.keyboard.press('u');
      await expect.poll(() => app.found('flag:rejected ')).toBe(0);
    });
  }
});

test('the list of shortcuts scrolls by key as soon as it is there', async () => {
  const { page } = app;
  await page.getByRole('gridcell', { name: 'a boat' }).click();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const first = shortcuts.getByText('Open or close the second window');
  await expect(first).toBeInViewport();
  await page.keyboard.press('End');
  await expect(first).not.toBeInViewport();
});

test('the key of the grid says why a picture has none', async () => {
  const { page } = app;
  await page.getByRole('gridcell', { name: 'a boat' }).click();
  await expect(async () => {
    await page.keyboard.press('Shift+g');
    await expect(page.getByText('There is no grid. A batch has one if it sent a prompt with several models, sizes or qualities.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('several selected pictures name the keys of culling and comparing, also in a small window', async () => {
  const { page } = app;
  await app.resize(1440, 900);
  await page.getByRole('gridcell', { name: 'a boat' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Cull' })).toHaveAttribute('aria-keyshortcuts', 'd');
  await expect(bar.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-keyshortcuts', 'c');
  await app.resize(900, 600);
  await bar.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: /^Cull these pictures/ })).toContainText('D');
  await expect(page.getByRole('menuitem', { name: /^Compare/ })).toContainText('C');
  await page.keyboard.press('Escape');
});

test('after the focused control of a dialog is gone, a late frame does not take the focus from the control that has it now', async () => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+Shift+t');
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  await page.evaluate(`(async () => {
    const dialog = document.querySelector('[data-modal]');
    const control = dialog.appendChild(document.createElement('button'));
    control.focus();
    control.remove();
    await null;
    if (document.activeElement !== dialog) throw new Error('the focus left the dialog');
    dialog.querySelector('[data-close]').focus();
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  })()`);
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused({ timeout: 1_000 });
  await page.keyboard.press('Escape');
});

/** Presses Tab so often before the next frame, and thus before anything that waits for one. Resolves to what left the dialog. */
async function tabWithoutFrames(dialog: string, keys: 'Tab' | 'Shift+Tab', times: number): Promise<unknown> {
  const { page } = app;
  await page.evaluate(`(() => {
    window.drawAtOnce ??= requestAnimationFrame;
    [window.heldFrames, window.left] = [[], []];
    window.requestAnimationFrame = (then) => heldFrames.push(then);
    window.onkeyup = () => document.querySelector('${dialog}').contains(document.activeElement) || left.push(document.activeElement.outerHTML.slice(0, 200));
  })()`);
  for (let press = 0; press < times; press += 1) await page.keyboard.press(keys);
  return page.evaluate('window.requestAnimationFrame = drawAtOnce, window.onkeyup = null, heldFrames.forEach((then) => then(performance.now())), left');
}

test('Tab stays in what lies over the window, also if it is pressed again before the next frame', { tag: '@long' }, async () => {
  const { page } = app;
  const boat = page.getByRole('gridcell', { name: 'a boat' });
  // One that has nothing to begin with takes the focus itself.
  const focused = page.locator('[data-modal]:focus, [data-modal] :focus');
  for (const [name, { key, ctrlKey, shiftKey }] of Object.entries(openers)) {
    await boat.click();
    await page.keyboard.press(`${ctrlKey ? 'ControlOrMeta+' : ''}${shiftKey && key !== '?' ? 'Shift+' : ''}${key}`);
    await expect(focused, name).toHaveCount(1);
    for (const keys of ['Tab', 'Shift+Tab'] as const) expect(await tabWithoutFrames('[data-modal]', keys, 25), `${name}, ${keys}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), name).toHaveCount(0);
  }
  await boat.dblclick();
  await expect(page.getByRole('dialog', { name: 'Viewer' })).toBeVisible();
  for (const keys of ['Tab', 'Shift+Tab'] as const) expect(await tabWithoutFrames('[role="dialog"]', keys, 40), `viewer, ${keys}`).toEqual([]);
  await page.keyboard.press('Escape');
});
