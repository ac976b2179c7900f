import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImageDownloads } from '../../electron/core/downloads/image-download.ts';
import { ensureWritableFolder } from '../../electron/core/library/library-folders.ts';
import { createUndiciHttp } from '../../electron/network/undici-http.ts';
import { serveHttp } from '../support/local-server.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import type { Dice } from './dice.ts';
import type { Family } from './family.ts';
import { brokenPromises, type Luck } from './power-cut.ts';
import type { DiskStep } from './disk-log.ts';
import { recordFiles } from './recorded-files.ts';

/**
 * `kill -9` cannot show a missing fsync, a power cut can: pictures are downloaded into a new library, every step on the
 * disk is recorded, and the power is cut after each of them, with all, none or some of the unsynced steps lost.
 */
export const unsyncedFiles: Family = async ({ rounds, dice, tally, say }) => {
  for (let round = 0; round < rounds; round += 1) {
    const home = await mkdtemp(path.join(tmpdir(), 'latent-torture-unsynced-'));
    try {
      const steps = await downloadRecorded(home, dice);
      let cuts = 0;
      for (let end = 1; end <= steps.length; end += 1) {
        for (const luck of lucks(dice)) {
          cuts += 1;
          for (const broken of brokenPromises(steps, end, home, luck)) {
            tally.fail('rowsWithoutRightFile', `unsynced-files ${round}, power cut after step ${end} of ${steps.length}: ${broken}`);
          }
        }
      }
      tally.add('powerCuts', cuts);
      say(`unsynced-files ${round}: ${steps.length} steps, ${cuts} power cuts`);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  }
};

/** Downloads some pictures side by side, some of them broken off and resumed. Returns what was done to the disk. */
export async function downloadRecorded(home: string, dice: Dice): Promise<readonly DiskStep[]> {
  const library = path.join(home, 'Pictures', 'Latent');
  const pictures = Array.from({ length: 4 }, () => paddedPng(200 + dice.below(20_000)));
  const breaks = new Set([...pictures.keys()].filter(() => dice.chance(0.4)));
  const server = await serveHttp((request, response) => {
    const number = Number(request.url?.slice(1));
    const bytes = pictures[number] ?? Buffer.alloc(0);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { etag: `"${number}"`, 'content-length': bytes.length - from, ...range });
    if (!breaks.delete(number)) response.end(bytes.subarray(from));
    else response.write(bytes.subarray(from, 150), () => setTimeout(() => request.socket.destroy(), 5));
  });
  const http = createUndiciHttp();
  const downloads = createImageDownloads({ http, clock: { now: () => 0 }, library: { root: () => library } });
  const files = recordFiles(home);
  try {
    await ensureWritableFolder(library);
    await Promise.all(
      pictures.map(async (_, number) => {
        const image = { kind: 'url', url: `${server.url}/${number}` } as const;
        const request = { image, taskId: `task-${number}`, index: 0, prompt: 'the same name', taskCreatedAt: 0, baseUrl: server.url };
        let outcome = await downloads.download(request);
        while (outcome.kind === 'trouble') outcome = await downloads.download(request);
        if (outcome.kind !== 'kept') throw new Error(JSON.stringify(outcome));
        const { file } = outcome;
        files.promise(`${file.path} is whole`, (disk) => sha256(disk.read(path.join(library, file.path))) === file.sha256);
      }),
    );
    return files.steps;
  } finally {
    files.stop();
    await http.close();
    await server.stop();
  }
}

function sha256(bytes: Buffer | null): string | null {
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

export function lucks(dice: Dice): readonly Luck[] {
  const some = new Map<number, boolean>();
  return [
    () => false,
    () => true,
    // Names survive without their contents, and the other way round.
    (step) => step.do === 'name',
    (step) => step.do !== 'name',
    (_, index) => {
      const known = some.get(index) ?? dice.chance(0.5);
      some.set(index, known);
      return known;
    },
  ];
}
