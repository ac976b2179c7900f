import fs, { type FileHandle } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { createDiskLog, type DiskStep, type Holds } from './disk-log.ts';
import { recordSyncFiles } from './recorded-sync-files.ts';

export interface RecordedFiles {
  readonly steps: readonly DiskStep[];
  /** From here on, this must hold after any power cut. */
  promise(what: string, holds: Holds): void;
  stop(): void;
}

type Patched = Pick<typeof fs, 'open' | 'link' | 'unlink' | 'rename' | 'mkdir'>;

/**
 * Until `stop`, records everything that this process does below `home` with `node:fs/promises` or the synchronous functions of `node:fs`. Existing
 * files count as synced. What SQLite writes is not recorded.
 */
export function recordFiles(home: string): RecordedFiles {
  const real: Patched = { open: fs.open, link: fs.link, unlink: fs.unlink, rename: fs.rename, mkdir: fs.mkdir };
  const log = createDiskLog(home);
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) log.name(file, null);
    else log.found(file, readFileSync(file));
  }
  log.syncAll();

  const recordedHandle = (handle: FileHandle, of: number | string): FileHandle => {
    const own = {
      async write(buffer: Uint8Array, offset: number, length: number, at: number) {
        const result = await handle.write(buffer, offset, length, at);
        log.write(of, at, Buffer.from(buffer.subarray(offset, offset + result.bytesWritten)));
        return result;
      },
      async appendFile(data: string | Uint8Array) {
        const { size } = await handle.stat();
        await handle.appendFile(data);
        log.write(of, size, Buffer.from(typeof data === 'string' ? Buffer.from(data) : data));
      },
      async truncate(size: number) {
        await handle.truncate(size);
        log.truncate(of, size);
      },
      async sync() {
        // The sync may not cover what is done while it runs.
        const upTo = log.steps.length;
        await handle.sync();
        log.sync(of, upTo);
      },
    };
    return new Proxy(handle, {
      get(target, property) {
        if (property in own) return own[property as keyof typeof own];
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  };

  const recorded: Patched = {
    async open(file, flags, mode) {
      const handle = await real.open(file, flags, mode);
      if (file !== home && !log.isOurs(file)) return handle;
      return recordedHandle(handle, (await handle.stat()).isDirectory() ? file : log.fileAt(file));
    },
    async link(from, to) {
      await real.link(from, to);
      log.link(from, to);
    },
    async unlink(file) {
      await real.unlink(file);
      log.name(file, undefined);
    },
    async rename(from, to) {
      await real.rename(from, to);
      log.rename(from, to);
    },
    mkdir: (async (folder: string, options?: { readonly recursive?: boolean }) => {
      const first = await real.mkdir(folder, options);
      log.mkdir(folder, options?.recursive === true ? first : folder);
      return first;
    }) as typeof fs.mkdir,
  };

  const install = (functions: Patched): void => {
    Object.assign(fs, functions);
    syncBuiltinESMExports();
  };
  install(recorded);
  const stopSync = recordSyncFiles(log);
  return {
    steps: log.steps,
    promise: log.promise,
    stop() {
      install(real);
      stopSync();
    },
  };
}
