import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Feed } from '../../electron/core/updates/signed-feed.ts';

/**
 * Latent in a process of its own as far as updates go: it checks, downloads, and installs at its end. `killAt`: it kills itself before that many calls of the
 * file system; 0: never. Prints when it begins, and
 * in the end how many calls it made, how many milliseconds it took, and what it found.
 */
const [folder = '', appImage = '', version = '', feed = '', killAt = '0'] = process.argv.slice(2);

type Call = (...args: unknown[]) => unknown;
let calls = 0;
function count(owner: object, names: readonly string[]): void {
  const methods = owner as Record<string, Call>;
  for (const name of names) {
    const original = methods[name];
    if (original === undefined) throw new Error(`there is no ${name}`);
    methods[name] = function counted(this: unknown, ...args) {
      calls += 1;
      if (calls === Number(killAt)) process.kill(process.pid, 'SIGKILL');
      return original.apply(this, args);
    };
  }
}

const { createUpdater } = await import('../../electron/core/updates/updater.ts');
const { fileIdOf } = await import('../../electron/core/updates/file-id.ts');
const { removeStrayParts, replaceAppImage } = await import('../../electron/core/updates/replace-app-image.ts');
const { createSocketHttp } = await import('../../electron/network/socket-http.ts');
const { openUpdatesStore } = await import('../../electron/platform/stores/updates-store.ts');
const { target } = await import('./feed-server.ts');

const appImageId = fileIdOf(fs.statSync(appImage, { bigint: true }));
const handle = await promises.open(process.execPath);
await handle.close();
count(Object.getPrototypeOf(handle) as object, ['appendFile', 'chmod', 'stat', 'sync', 'truncate']);
count(promises, ['chmod', 'mkdir', 'open', 'readFile', 'readdir', 'realpath', 'rename', 'rm', 'stat']);
count(fs, ['closeSync', 'createReadStream', 'fsyncSync', 'mkdirSync', 'openSync', 'renameSync', 'rmSync', 'writeSync']);
syncBuiltinESMExports();

const http = createSocketHttp();
const updater = createUpdater({
  feed: JSON.parse(feed) as Feed,
  version,
  way: 'itself',
  target,
  installer: {
    tidy: () => removeStrayParts(appImage),
    stage: () => Promise.resolve(),
    async install(file, sha512) {
      await replaceAppImage(appImage, appImageId, file, sha512);
      return 'replaced';
    },
  },
  http,
  clock: { now: Date.now },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  memory: openUpdatesStore(folder),
  folder: `${folder}/updates`,
  changed: () => undefined,
});
process.stdout.write('begins\n');
const begins = performance.now();
await updater.begin();
const begun = updater.progress();
await updater.check();
const checked = updater.progress();
await updater.close();
await updater.install(false);
process.stdout.write(JSON.stringify({ calls, took: performance.now() - begins, begun, checked }));
await http.close();
