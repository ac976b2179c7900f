import { beforeEach, expect, it, vi } from 'vitest';
import type { Decoder } from '../../../electron/core/thumbnails/decoder-process.ts';
import { createDesktop } from '../../../electron/platform/desktop.ts';
import type { Words } from '../../../shared/words/index.ts';

const asked = vi.hoisted(() => ({ answers: [] as (string | null)[], defaults: [] as (string | undefined)[] }));
vi.mock('electron', () => {
  const answer = ({ defaultPath }: { readonly defaultPath?: string }): string | null => {
    asked.defaults.push(defaultPath);
    return asked.answers.shift() ?? null;
  };
  const dialog = {
    showOpenDialog: async (options: object) => ({ filePaths: [answer(options)].filter((file) => file !== null) }),
    showSaveDialog: async (options: object) => {
      const filePath = answer(options);
      return { canceled: filePath === null, filePath: filePath ?? '' };
    },
  };
  return { dialog, clipboard: {}, ClipboardItem: {}, nativeImage: {}, shell: {} };
});

const desktop = () => createDesktop(() => null, {} as Decoder, ((word: string) => word) as unknown as Words);

beforeEach(() => {
  asked.answers = [];
  asked.defaults = [];
});

it('begins each dialog in the folder of the latest choice', async () => {
  const { chooseToImport, chooseSaveFile, choosePictures } = desktop();
  asked.answers = ['/camera/2026', null, '/lists/prices.csv', null, '/a.png', null];
  await chooseToImport('folder');
  await chooseToImport('folder');
  expect(await chooseSaveFile('prices.csv', 'Save prices')).toBe('/lists/prices.csv');
  expect(await chooseSaveFile('more.csv', 'Save prices')).toBeNull();
  expect(await choosePictures()).toEqual(['/a.png']);
  await chooseToImport('pictures');
  expect(asked.defaults).toEqual([undefined, '/camera', '/camera/prices.csv', '/lists/more.csv', '/lists', '/']);
});

it('begins in the folder that it is told, whatever was chosen before', async () => {
  const { chooseFolder } = desktop();
  asked.answers = ['/pictures/new', null];
  await chooseFolder('/pictures');
  await chooseFolder('/elsewhere');
  await chooseFolder(null);
  expect(asked.defaults).toEqual(['/pictures', '/elsewhere', '/pictures']);
});
