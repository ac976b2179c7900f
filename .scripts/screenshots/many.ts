import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../../shared/account.ts';
import type { Recipe } from '../../shared/batch.ts';
import { longestBatchName } from '../../shared/input-limits.ts';
import type { LatentApp, Profile } from '../../tests/support/latent-app.ts';
import { paintPng } from '../../tests/support/paint-png.ts';
import type { ScriptedService } from '../../tests/support/scripted-service.ts';
import type { Camera } from './camera.ts';

/** Names and prompts that are hard to lay out: long, in several scripts, and 10,000 of them. */
const accountName = 'Nordlicht Bildagentur München – Team Süd';
const model = 'gpt-image-1.5-2026-preview';
const prompts = [
  'Editorial photograph of a lighthouse keeper at breakfast, window light from the left, enamel cup, unbuttered toast, salt on the panes, a barometer on the wall, medium format, muted colours, generous negative space for a headline',
  '一只在秋天森林里的红狐狸，柔和的晨光，电影感构图，细节丰富，浅景深，胶片颗粒',
  'ثعلب أحمر في غابة خريفية عند الفجر، ضوء ناعم، تكوين سينمائي، تفاصيل غنية',
  'A hare',
];
const list = [
  'prompt,size,quality,count,field:seed,note',
  `"${prompts[0]}",1536x1024,high,2,42,cover`,
  `${prompts[1]},1024x1024,high,1,7,`,
  `${prompts[2]},1024x1536,low,many,7,ask Farid`,
  ',1:1,low,1,,empty',
  ...Array.from({ length: 60 }, (_, at) => `"A harbour in fog, no. ${at + 1}",1024x1024,low,1,${at},`),
].join('\n');
const prices = [
  { model: '*', size: '*', quality: '*', amount: '0.04' },
  { model, size: '1024x1024', quality: 'high', amount: '0.167' },
  { model, size: '1536x1024', quality: '*', amount: '0.25' },
  { model: 'flux-pro-ultra-extended-edition-v2', size: '2048x2048', quality: 'hd', amount: null },
  ...['low', 'medium', 'high'].map((quality, at) => ({ model: 'seedream-*', size: '*', quality, amount: `0.0${at + 3}1` })),
];
const hours = 60_000;

/** Shows lists, queue, prices, spending and all that asks for many, with an account that costs money. */
export async function showMany(app: LatentApp, profile: Profile, service: ScriptedService, camera: Camera): Promise<void> {
  const { page } = app;
  const key = (keys: string) => (): Promise<void> => page.keyboard.press(keys);
  const escape = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const dialog = (open: () => Promise<void>) => async (): Promise<void> => {
    await open();
    await page.getByRole('dialog').waitFor();
  };
  const account = await addAccount(app, service);
  const submit = (name: string, recipe: Recipe, all: readonly string[]): Promise<unknown> =>
    app.call('tasksSubmitBatch', {
      batchId: randomUUID(),
      accountId: account.id,
      name,
      recipe,
      tasks: all.map((prompt, at) => ({ taskId: randomUUID(), retryOf: null, request: { model, prompt, size: at % 3 === 0 ? '1536x1024' : '1024x1024', quality: 'high' } })),
    });

  await page.keyboard.press('ControlOrMeta+5');
  await submit('Lighthouses', { from: 'template', mode: 'random', seed: 7, models: [model], sizes: ['1024x1024', '1536x1024'] }, prompts);
  await page.getByRole('row', { name: /^Batch Lighthouses: 4 of 4/ }).waitFor({ timeout: hours });
  await app.call('accountsSetOptions', { accountId: account.id, options: { ...account.options, budget: { day: '0.9', month: '120', total: null }, fields: { style: 'vivid', user: 'team-süd' } } });
  await submit((prompts[0] ?? '').slice(0, longestBatchName), { from: 'prompt', count: 4, sizes: ['1024x1024', '1536x1024'] }, Array.from({ length: 8 }, () => prompts[0] ?? ''));
  await submit('秋天的森林', { from: 'list' }, prompts);
  await submit('Night run', { from: 'list' }, Array.from({ length: 10_000 }, (_, at) => `${prompts[at % prompts.length]} ${at + 1}`));
  const night = page.getByRole('row', { name: /^Batch Night run/ });
  await night.waitFor({ timeout: hours });
  await night.getByRole('button', { name: 'Hold', exact: true }).click();

  await camera.take('queue', async () => {
    await page.keyboard.press('ControlOrMeta+5');
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
  });
  await camera.take('queue-tasks', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
  }, key('ArrowLeft'));
  const chooseTask = async (): Promise<void> => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
  };
  await camera.take('queue-edit', dialog(chooseTask), async () => {
    await escape();
    await page.keyboard.press('ArrowLeft');
  });
  await camera.take('statistics', key('ControlOrMeta+7'));
  await camera.take('statistics-disk', () => page.getByRole('group', { name: 'Part of the statistics' }).getByRole('button', { name: 'Disk' }).click());
  await camera.take('spending', key('ControlOrMeta+6'));
  await camera.take('spending-models', async () => {
    await page.getByRole('button', { name: 'Model' }).click();
  });

  await page.keyboard.press('ControlOrMeta+1');
  const file = join(profile.home, 'Campaign.csv');
  await writeFile(file, list);
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await camera.take('list-empty');
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('grid').waitFor();
  await camera.take('list');
  await escape();

  const fromMenu = (name: string) => dialog(async () => {
    await page.keyboard.press('ControlOrMeta+,');
    await page.getByRole('tab', { name: 'Accounts' }).click();
    await page.getByRole('button', { name: `More actions for ${accountName}` }).click();
    await page.getByRole('menuitem', { name }).click();
  });
  await camera.take('prices', fromMenu('Prices…'), escape);
  await camera.take('budget', fromMenu('Budget…'), escape);

  await page.keyboard.press('ControlOrMeta+1');
  await chooseWildcards(app, join(profile.home, 'Wildcards'));
  await camera.take('wildcards', dialog(async () => {
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('button', { name: /^colours\.txt/ }).click();
  }), escape);

  await app.call('settingsUpdate', { compose: { model, size: '1536x1024', quality: 'high', also: { model: ['flux-pro-ultra-extended-edition-v2'], size: ['1024x1024', '1024x1536'], quality: ['low', 'medium'] } } });
  await app.prompt.fill('a {red|blue|green} __animals/cats__ in {2$$fog|rain|snow}, ${light=dawn} ${light}');
  await camera.take('template', async () => {
    const open = page.getByRole('button', { name: /prompts$/, expanded: false });
    if (await open.isVisible()) await open.click();
  });
  await app.prompt.fill('a {red|blue and __nothing__');
  await camera.take('template-faults');
  await app.prompt.fill('a fox');
  await camera.take('many-menu', async () => {
    await page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menu').waitFor();
  }, key('Escape'));
  await camera.take('save-settings', dialog(async () => {
    await page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save these settings…' }).click();
  }), escape);
  await camera.take('fields', dialog(key('ControlOrMeta+Shift+e')), escape);
  await showPrompts(app, camera);
}

/** The prompt library: saved prompts, the form of one, the history, and snippets. */
async function showPrompts(app: LatentApp, camera: Camera): Promise<void> {
  const { page } = app;
  const saved = [
    { title: 'Lighthouse keeper, cover of the autumn issue', folder: 'Campaign, autumn and winter', snippet: 'keeper', imageId: 1 },
    { title: '红狐狸', folder: '动物', snippet: null, imageId: 2 },
    { title: 'ثعلب', folder: 'Animals', snippet: 'fox', imageId: 3 },
    { title: 'Hare', folder: '', snippet: 'hare', imageId: null },
  ];
  const settings = { id: 9, title: 'Cover, both models, three sizes', folder: '', prompt: '', choices: { model, size: '1536x1024', quality: 'high', count: 4 }, snippet: null, imageId: null, savedAt: 1 };
  await app.call('promptsPut', { prompts: [settings, ...saved.map((each, at) => ({ ...each, id: at + 1, prompt: prompts[at], choices: null, savedAt: 1 }))] });
  const search = page.getByRole('combobox', { name: 'Search prompts' });
  const row = page.getByRole('option').first();
  await page.keyboard.press('ControlOrMeta+p');
  await search.focus();
  await row.waitFor();
  await camera.take('prompts');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await camera.take('prompt-form');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History', exact: true }).last().click();
  await row.waitFor();
  await camera.take('prompts-history');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.prompt.fill('a boat, /');
  await camera.take('snippets', () => page.getByRole('listbox', { name: 'Snippets' }).waitFor());
  await app.prompt.fill('');
}

async function addAccount(app: LatentApp, service: ScriptedService): Promise<Account> {
  const picture = await paintPng({ prompt: 'a lighthouse', index: 0, width: 256, height: 256 });
  await service.script('*', {
    processing: 0,
    images: [{ base64: picture.toString('base64') }],
    query: [{ body: { json: { id: '$ID', status: 'completed', data: [{ url: '$IMAGE' }], usage: { credits_used: 0.2 } } } }],
  });
  await app.addAccount(service.url, service.key, accountName);
  const account = (await app.accounts()).find(({ name }) => name === accountName);
  if (!account) throw new Error('no account');
  await app.call('pricesSet', { accountId: account.id, rows: prices });
  return account;
}

async function chooseWildcards(app: LatentApp, folder: string): Promise<void> {
  await mkdir(join(folder, 'animals'), { recursive: true });
  await writeFile(join(folder, 'colours.txt'), ['# Colours of the season', 'red', '2::teal', 'ochre', '{light|dark} blue', ...Array.from({ length: 40 }, (_, at) => `colour no. ${at + 1}`)].join('\n'));
  await writeFile(join(folder, 'animals', 'cats.yaml'), 'cats:\n  - lynx\n  - a very large tiger that is resting in tall grass\n');
  await writeFile(join(folder, 'animals', 'a-list-with-a-name-that-is-longer-than-its-column.txt'), 'fox\nhare\n');
  await app.electron.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, folder);
  await app.call('foldersChooseWildcard');
}
