import path from 'node:path';
import { createImageDownloads } from '../../electron/core/library/download-to-library.ts';
import { ensureWritableFolder } from '../../electron/core/library/library-folders.ts';
import { createSocketHttp } from '../../electron/network/socket-http.ts';
import { sha256 } from '../support/bytes.ts';
import { serveHttp } from '../support/local-server.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import type { Dice } from '../support/dice.ts';
import { cutEverywhere } from './power-cut.ts';
import type { DiskStep } from './disk-log.ts';
import { recordFiles } from './recorded-files.ts';
import type { Family } from './tally.ts';

/** `kill -9` cannot show a missing fsync, but a power cut can: it must not take a picture that has a row. */
export const unsyncedFiles: Family = async (options) => {
  for (let round = 0; round < options.rounds; round += 1) await cutEverywhere(downloadRecorded, `unsynced-files ${round}`, 'rowsWithoutRightFile', options);
};

/** Downloads some pictures at once, some of which are interrupted and resumed. */
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
  const http = createSocketHttp();
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
        files.promise(`${file.path} is whole`, (disk) => sha256(disk.read(path.join(library, file.path)) ?? '') === file.sha256);
      }),
    );
    return files.steps;
  } finally {
    files.stop();
    await http.close();
    await server.stop();
  }
}
