import path from 'node:path';
import { noOptions } from '../../shared/account.ts';
import { withSharedAppAndNewAccount } from '../support/fresh-app.ts';
import { startAssistant } from '../support/mcp-client.ts';
import { paintPng } from '../support/paint-png.ts';
import { expect, test } from '../support/test.ts';

const served = withSharedAppAndNewAccount();

test('assistants get a budget in Settings, spend it through the open app, and beyond it wait in the strip', async () => {
  const { app, profile, service } = served;
  const { page } = app;
  const accountId = (await app.accounts()).find(({ kind, removed }) => kind === 'service' && !removed)?.id ?? '';
  const bytes = await paintPng({ prompt: 'assistant', index: 0, width: 64, height: 64 });
  await service.script('*', { images: [{ base64: bytes.toString('base64') }] });
  await app.call('accountsSetOptions', { accountId, options: noOptions });
  await app.call('pricesSet', { accountId, rows: [{ model: 'm', size: '*', quality: '*', fields: {}, per: 'task', amount: '0.3' }] });

  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'Assistants' }).click();
  await page.getByRole('combobox', { name: 'Account for assistants' }).click();
  await page.getByRole('option', { name: 'Studio' }).click();
  const allow = page.getByRole('button', { name: 'Allow this' });
  await expect(allow).toBeDisabled();
  await page.getByRole('textbox', { name: 'At most in one request' }).fill('0.3');
  await page.getByRole('textbox', { name: 'At most in a day' }).fill('half');
  await page.keyboard.press('Tab');
  await expect(page.getByText('“half” is not an amount')).toBeVisible();
  await expect(allow).toBeDisabled();
  await page.getByRole('textbox', { name: 'At most in a day' }).fill('0.5');
  await allow.click();
  await expect(page.getByText('0 credits of 0.5 credits')).toBeVisible();

  const assistant = await startAssistant({ home: profile.home, userData: profile.userData, revision: '2026-07-28', command: path.resolve('dist/latent.cjs') });
  try {
    const bought = await assistant.call('generate', { request_id: 'in-the-app-1', prompt: 'an assistant’s picture', model: 'm' });
    const [task] = bought.data['tasks'] as { status: string; pictures: { picture_id: number }[] }[];
    expect(task?.status).toBe('completed');
    await expect(page.getByText('0.3 credits of 0.5 credits')).toBeVisible();
    // The window makes thumbnails, and a picture's file is larger.
    const shown = await assistant.call('get_picture', { picture_id: task?.pictures[0]?.picture_id ?? 0 });
    expect(shown.content.map(({ type }) => type)).toEqual(['text', 'text', 'resource_link', 'image']);

    expect((await assistant.call('generate', { request_id: 'in-the-app-2', prompt: 'one picture too many', model: 'm' })).text).toContain('waits in Latent’s window');
    await expect(page.getByText('1 request waits for you')).toBeVisible();
    expect(await service.posts('one picture too many')).toBe(0);
  } finally {
    await assistant.close();
  }
  await page.keyboard.press('ControlOrMeta+1');
  const held = page.getByText('On hold: an assistant asks').first();
  await expect(held).toBeVisible();

  // None, and nothing more is allowed.
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('combobox', { name: 'Account for assistants' }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await expect(page.getByText('Spent by assistants today')).toBeHidden();
});
