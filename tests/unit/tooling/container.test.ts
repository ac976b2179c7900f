import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandFiles } from '../../../.scripts/packages/command-folder.ts';
import { threadsFolder } from '../../support/built-threads.ts';

/** resources/container/Containerfile. Nothing here builds images, so what it copies is copied, and run by the same line of Node. */

const lines = readFileSync('resources/container/Containerfile', 'utf8').split('\n');
/** Of the image that stays: the files of the build, as they are named in dist/, and where they go. */
const copies = lines.flatMap((line) => {
  const words = /^COPY --from=build (.+)$/.exec(line)?.[1]?.split(' ');
  return words === undefined ? [] : [{ from: words.slice(0, -1).map((each) => each.replace('/source/dist/', '')), to: words.at(-1) ?? '' }];
});

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'latent-container-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('the files of the image are enough to make a picture, without Electron, a screen or packages', () => {
  for (const { from, to } of copies) {
    for (const name of globSync([...from], { cwd: threadsFolder })) {
      const place = path.join(folder, to, to.endsWith('/') ? name : '');
      mkdirSync(path.dirname(place), { recursive: true });
      cpSync(path.join(threadsFolder, name), place, { recursive: true });
    }
  }
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [path.join(folder, 'opt/latent/latent.cjs'), ...args], { encoding: 'utf8', cwd: folder, env: { PATH: '/nonexistent', HOME: path.join(folder, 'data'), TMPDIR: tmpdir() } });
  expect(run('--version')).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout, stderr } = run('generate', 'a lighthouse at dusk', '--json');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const [file = ''] = (JSON.parse(stdout) as { readonly tasks: readonly { readonly pictures: readonly string[] }[] }).tasks.flatMap(({ pictures }) => pictures);
  expect(file.startsWith(path.join(folder, 'data/Pictures/Latent/'))).toBe(true);
  expect(existsSync(file)).toBe(true);
});

test('the image has what packages have, and its user is not root', () => {
  expect(copies[0]?.from).toEqual(commandFiles);
  expect(lines).toEqual(expect.arrayContaining(['USER node', 'VOLUME /data', 'ENV HOME=/data', 'ENTRYPOINT ["latent"]']));
  // Each image is of the Node that Latent is tested with.
  expect(lines.filter((line) => line.startsWith('FROM ')).every((line) => line.startsWith('FROM node:24-'))).toBe(true);
});
