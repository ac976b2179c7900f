import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { DiskLog } from './disk-log.ts';

const names = ['openSync', 'closeSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'mkdirSync'] as const;
type Patched = Pick<typeof fs, (typeof names)[number]>;

/** Records what the synchronous functions of `node:fs` do. Returns a function that stops it. */
export function recordSyncFiles(log: DiskLog): () => void {
  const real = Object.fromEntries(names.map((name) => [name, fs[name]])) as unknown as Patched;
  const open = new Map<number, number | string>();
  const inodes = new Map<string, number>();

  const recorded = {
    openSync(file: string, flags: string, mode?: number) {
      const isNew = !fs.existsSync(file);
      const descriptor = real.openSync(file, flags, mode);
      if (fs.fstatSync(descriptor).isDirectory()) open.set(descriptor, file);
      else if (log.isOurs(file)) {
        const { ino } = fs.fstatSync(descriptor);
        // A writer that is not recorded, such as SQLite, has replaced the file. Neither its name nor its contents are synced.
        if (flags === 'r+' && inodes.get(file) !== ino) log.found(file, fs.readFileSync(file));
        inodes.set(file, ino);
        const before = log.steps.length;
        const of = log.fileAt(file);
        // Nothing is synced of a file that a writer wrote that is not recorded, such as SQLite.
        if (!isNew && log.steps.length > before) log.write(of, 0, fs.readFileSync(file));
        if (flags.startsWith('w') && !isNew) log.truncate(of, 0);
        open.set(descriptor, of);
      }
      return descriptor;
    },
    closeSync(descriptor: number) {
      real.closeSync(descriptor);
      open.delete(descriptor);
    },
    writeSync(descriptor: number, bytes: Buffer, offset: number, length: number, at: number) {
      const written = real.writeSync(descriptor, bytes, offset, length, at);
      const of = open.get(descriptor);
      if (of !== undefined) log.write(of, at, Buffer.from(bytes.subarray(offset, offset + written)));
      return written;
    },
    fsyncSync(descriptor: number) {
      const upTo = log.steps.length;
      real.fsyncSync(descriptor);
      const of = open.get(descriptor);
      if (of !== undefined) log.sync(of, upTo);
    },
    renameSync(from: string, to: string) {
      real.renameSync(from, to);
      const ino = inodes.get(from);
      if (ino !== undefined) inodes.set(to, ino);
      log.rename(from, to);
    },
    linkSync(from: string, to: string) {
      real.linkSync(from, to);
      log.link(from, to);
    },
    unlinkSync(file: string) {
      real.unlinkSync(file);
      log.name(file, undefined);
    },
    rmSync(file: string, options?: fs.RmOptions) {
      const wasThere = fs.existsSync(file);
      real.rmSync(file, options);
      if (wasThere) log.name(file, undefined);
    },
    mkdirSync(folder: string, options?: fs.MakeDirectoryOptions) {
      const first = real.mkdirSync(folder, options);
      log.mkdir(folder, options?.recursive === true ? first : folder);
      return first;
    },
  };

  const install = (functions: object): void => {
    Object.assign(fs, functions);
    syncBuiltinESMExports();
  };
  install(recorded);
  return () => install(real);
}
