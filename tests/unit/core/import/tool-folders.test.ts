import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findTools, foldersOfTool, presentFolders, toolPlacesOf, type ToolPlaces } from '../../../../electron/core/import/tool-folders.ts';
import { pictureToolIds } from '../../../../shared/library/tool-import.ts';

let home: string;
let places: ToolPlaces;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tools-'));
  places = toolPlacesOf('linux', {}, home);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const put = async (...files: string[]): Promise<void> => {
  for (const file of files) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true });
    await writeFile(path.join(home, file), '');
  }
};
const found = () => findTools(places, new AbortController().signal);

it('every program has a folder on every system', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const at = toolPlacesOf(platform, { APPDATA: 'C:\\Users\\a\\AppData\\Roaming', SystemDrive: 'C:' }, platform === 'win32' ? 'C:\\Users\\a' : '/home/a');
    for (const tool of pictureToolIds) expect(foldersOfTool(tool, at), `${tool} on ${platform}`).not.toEqual([]);
  }
});

it('they are the usual ones of the system', () => {
  expect(foldersOfTool('comfyui', { platform: 'linux', home: '/home/a', appData: '/home/a/.config', systemDrive: '' })).toEqual([
    '/home/a/ComfyUI/output',
    '/home/a/ComfyUI_windows_portable/ComfyUI/output',
    '/home/a/Documents/ComfyUI/output',
    '/home/a/Documents/ComfyUI_windows_portable/ComfyUI/output',
  ]);
  const windows = foldersOfTool('fooocus', toolPlacesOf('win32', { SystemDrive: 'C:' }, 'C:\\Users\\a'));
  expect(windows).toEqual(['C:\\Users\\a\\Fooocus\\outputs', 'C:\\Users\\a\\Documents\\Fooocus\\outputs', 'C:\\Fooocus\\outputs']);
  // macOS would ask for leave.
  for (const tool of pictureToolIds) expect(foldersOfTool(tool, toolPlacesOf('darwin', {}, '/Users/a')).filter((folder) => /Documents|Desktop|Downloads|Containers/.test(folder))).toEqual([]);
});

it('no other computer is asked', () => {
  const shared = toolPlacesOf('win32', { APPDATA: '\\\\server\\profile\\AppData' }, '\\\\server\\profile');
  for (const tool of pictureToolIds) expect(foldersOfTool(tool, shared)).toEqual([]);
});

it('names are counted as an import would take them: no thumbnails, nothing hidden, no links, no other files', async () => {
  await put('ComfyUI/output/a.png', 'ComfyUI/output/day/b.JPG', 'ComfyUI/output/day/c.webp', 'ComfyUI/output/readme.txt', 'ComfyUI/output/.hidden/d.png', 'ComfyUI/output/.e.png');
  await put('invokeai/outputs/images/f.png', 'invokeai/outputs/images/thumbnails/f.webp');
  await put('outside/g.png', 'Fooocus/outputs/log.html');
  await symlink(path.join(home, 'outside'), path.join(home, 'ComfyUI', 'output', 'link'));
  expect(await found()).toEqual([
    { tool: 'comfyui', pictures: 3, more: false },
    { tool: 'invokeai', pictures: 1, more: false },
  ]);
});

it('two ways to one folder are one', async () => {
  await put('Documents/ComfyUI/output/a.png');
  await symlink(path.join(home, 'Documents', 'ComfyUI'), path.join(home, 'ComfyUI'));
  expect(await presentFolders('comfyui', places)).toEqual([path.join(home, 'ComfyUI', 'output')]);
  expect(await found()).toEqual([{ tool: 'comfyui', pictures: 1, more: false }]);
});

it('a computer without such programs has none, and a look that takes too long ends', async () => {
  expect(await found()).toEqual([]);
  await put('SwarmUI/Output/a.png', 'SwarmUI/Output/b.png');
  expect(await findTools(places, AbortSignal.abort())).toEqual([]);
});
