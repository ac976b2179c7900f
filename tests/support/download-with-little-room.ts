import { createImageDownloads } from '../../electron/core/library/download-to-library.ts';
import { createSocketHttp } from '../../electron/network/socket-http.ts';

/** Runs with a limit on the size of files: downloads a picture twice and prints both outcomes. */
const [root = '', url = ''] = process.argv.slice(2);
const http = createSocketHttp();
const downloads = createImageDownloads({ http, library: { root: () => root }, clock: { now: () => Date.now() } });
const request = {
  image: { kind: 'url', url: `${url}/1` },
  taskId: 'task',
  index: 0,
  prompt: 'a red fox',
  taskCreatedAt: Date.now(),
  baseUrl: url,
} as const;
const outcomes = [await downloads.download(request), await downloads.download(request)];
process.stdout.write(JSON.stringify(outcomes));
await http.close();
