import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Composed } from '../../../electron/compose/compose.ts';
import { composeOnNode, type NodeOptions } from '../../../electron/hosts/node/node-host.ts';
import { practiceAccountId } from '../../../shared/account.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import { appCodeOf } from '../../support/app-code.ts';
import { threadsFolder } from '../../support/built-threads.ts';

vi.mock('electron', () => {
  throw new Error('Nothing here may load Electron.');
});

const taskId = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
const request = { model: 'practice-1', prompt: 'a lighthouse at dawn', size: '256x256', quality: '' };

async function detail({ callHandler }: Composed): Promise<TaskWithImages> {
  const answer = await callHandler('tasks:detail', { taskId });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

let home: string;
let sent: ChangeBatch[];
let open: Composed[];
let options: NodeOptions & { readonly picturesFolder: string };

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-compose-'));
  sent = [];
  open = [];
  options = {
    userData: path.join(home, 'profile'),
    built: (file) => path.join(threadsFolder, file),
    version: '0.0.0',
    environmentKey: null,
    picturesFolder: path.join(home, 'pictures'),
    send: (changes) => void sent.push(changes),
  };
});
afterEach(async () => {
  await Promise.all(open.map(({ close }) => close()));
  await rm(home, { recursive: true, force: true });
});

it('does not open a profile that another computer may have open', async () => {
  await mkdir(options.userData);
  await symlink('elsewhere-17', path.join(options.userData, 'SingletonLock'));
  expect(await appCodeOf(composeOnNode(options))).toBe('profile-in-use');
});

it('buys a picture in plain Node, has it at the next start, and says what needs the window', async () => {
  const begin = async (): Promise<Composed> => {
    const composed = await composeOnNode(options);
    open.push(composed);
    await composed.start();
    return composed;
  };
  const first = await begin();
  expect(await appCodeOf(composeOnNode(options)), 'a profile has one engine').toBe('profile-in-use');
  expect(await first.callHandler('tasks:submit', { accountId: practiceAccountId, request, taskIds: [taskId], retryOf: null })).toEqual({ ok: true, value: { taskIds: [taskId] } });
  await expect.poll(async () => (await detail(first)).images.map(({ state }) => state.status), { timeout: 50_000 }).toEqual(['kept']);
  const bought = await detail(first);
  // The window is told a moment later, together with other changes.
  await expect.poll(() => sent.flatMap(({ changes }) => changes.map(({ kind }) => kind))).toEqual(expect.arrayContaining(['task', 'image-kept']));

  const imageId = bought.images[0]?.id ?? -1;
  expect(await first.pictures.thumbnail(imageId)).toBeNull();
  const needsWindow = { ok: false, error: { code: 'needs-window' } };
  expect(await first.callHandler('thumbnails:try-again', { imageId })).toEqual(needsWindow);
  expect(await first.callHandler('images:copy', { imageId })).toEqual(needsWindow);
  const choices = { kind: 'pdf', columns: 3, paper: 'a4', orientation: 'portrait', captions: [] };
  expect(await first.callHandler('export:contact-sheet', { title: 'All', choices })).toEqual(needsWindow);
  expect(await first.callHandler('import:choose', { what: 'folder' })).toEqual(needsWindow);
  expect(await first.close()).toEqual([]);
  open.pop();

  const again = await begin();
  expect(await detail(again)).toEqual(bought);
  const file = await again.pictures.file(imageId);
  expect((await readFile(file?.path ?? '')).subarray(1, 4).toString()).toBe('PNG');
  expect(path.dirname(path.relative(options.picturesFolder, file?.path ?? ''))).toMatch(/^Latent/);
});
