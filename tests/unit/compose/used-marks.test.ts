import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Composed } from '../../../electron/compose/compose.ts';
import { composeOnNode } from '../../../electron/hosts/node/node-host.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import type { UsedMarks } from '../../../shared/library/marks.ts';
import { threadsFolder } from '../../support/built-threads.ts';
import { jpeg, xmp, xmpDescription, xmpSegment } from '../core/metadata/reading/build-files.ts';

/** The window is told whether any picture is a favourite or has a label, whatever changed that. */

let home: string;
let composed: Composed;
let told: UsedMarks[];
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-used-marks-'));
  told = [];
});
afterEach(async () => {
  await composed.close();
  await rm(home, { recursive: true, force: true });
});

it('hears of the first and the last of a mark: in a file, set, undone and taken away', async () => {
  const folder = path.join(home, 'pictures', 'Latent');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'harbour.jpg'), jpeg([xmpSegment(xmp(`${xmpDescription('a harbour')}<xmp:Label>Red</xmp:Label>`))]));
  composed = await composeOnNode({
    userData: path.join(home, 'profile'),
    built: (file) => path.join(threadsFolder, file),
    version: '0.0.0',
    environmentKey: null,
    picturesFolder: path.join(home, 'pictures'),
    send: ({ changes }: ChangeBatch) => told.push(...changes.flatMap((change) => (change.kind === 'used-marks' ? [change.usedMarks] : []))),
  });
  const { callHandler } = composed;
  const used = async (): Promise<UsedMarks | null> => {
    const answer = await callHandler('app:snapshot', undefined);
    return answer.ok ? answer.value.usedMarks : null;
  };
  expect(await used()).toEqual({ favourite: false, label: false });

  await composed.start();
  await expect.poll(() => told.at(-1), { timeout: 50_000 }).toEqual({ favourite: false, label: true });
  expect(await used()).toEqual(told.at(-1));

  const target = { token: null, revision: 0, ranges: [], imageIds: [1] };
  const favourite = await callHandler('marks:set', { target, mark: { kind: 'favourite', favourite: true } });
  await expect.poll(() => told.at(-1)).toEqual({ favourite: true, label: true });
  await callHandler('undo:run', { token: favourite.ok ? (favourite.value.token ?? '') : '', what: 'undo', agreed: false });
  await expect.poll(() => told.at(-1)).toEqual({ favourite: false, label: true });
  await callHandler('marks:set', { target, mark: { kind: 'label', label: null } });
  await expect.poll(() => told.at(-1)).toEqual({ favourite: false, label: false });
});
