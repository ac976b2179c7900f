import path from 'node:path';

/** What is left on a disk after a power cut. */
export interface LeftOnDisk {
  /** Null where the file, or a folder above it, has no name. */
  read(file: string): Buffer | null;
  /** Every file that can be reached, by its absolute path. */
  files(): ReadonlyMap<string, Buffer>;
}

export type Holds = (disk: LeftOnDisk) => boolean;

/** What a program did to a disk, in order. A name belongs to its folder, not to the file. */
export type DiskStep =
  | { readonly do: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'truncate'; readonly file: number; readonly size: number }
  /** Names that a folder gets (`file`, or null for a folder) or loses (undefined). */
  | { readonly do: 'name'; readonly folder: string; readonly names: ReadonlyMap<string, number | null | undefined> }
  /** Everything done to this file or folder before step `upTo` is on the disk. */
  | { readonly do: 'sync'; readonly of: number | string; readonly upTo: number }
  /** From here on, this must hold after any power cut. */
  | { readonly do: 'promise'; readonly what: string; readonly holds: Holds };

export interface DiskLog {
  readonly steps: readonly DiskStep[];
  isOurs(file: unknown): file is string;
  /** The number of the file that has this name now. A file that is not known yet gets a new number. */
  fileAt(file: string): number;
  found(file: string, bytes: Buffer): void;
  name(file: unknown, content: number | null | undefined): void;
  link(from: unknown, to: unknown): void;
  rename(from: unknown, to: unknown): void;
  /** `first`: the outermost folder that was created. */
  mkdir(folder: unknown, first: string | undefined): void;
  write(of: number | string, at: number, bytes: Buffer): void;
  truncate(of: number | string, size: number): void;
  sync(of: number | string, upTo: number): void;
  syncAll(): void;
  promise(what: string, holds: Holds): void;
}

export function createDiskLog(home: string): DiskLog {
  const steps: DiskStep[] = [];
  const files = new Map<string, number>();
  let lastFile = 0;

  const isOurs = (file: unknown): file is string => typeof file === 'string' && file.startsWith(home + path.sep);
  const change = (folder: string, names: readonly (readonly [string, number | null | undefined])[]): void => {
    steps.push({ do: 'name', folder, names: new Map(names) });
    for (const [name, content] of names) {
      if (typeof content === 'number') files.set(path.join(folder, name), content);
      else files.delete(path.join(folder, name));
    }
  };
  const name: DiskLog['name'] = (file, content) => {
    if (isOurs(file)) change(path.dirname(file), [[path.basename(file), content]]);
  };
  const write: DiskLog['write'] = (of, at, bytes) => {
    if (typeof of !== 'number') return;
    // A power cut can split a write.
    const half = bytes.length >> 1;
    steps.push({ do: 'write', file: of, at, bytes: bytes.subarray(0, half) }, { do: 'write', file: of, at: at + half, bytes: bytes.subarray(half) });
  };

  return {
    steps,
    isOurs,
    name,
    write,
    fileAt(file) {
      if (!files.has(file)) name(file, ++lastFile);
      return files.get(file) ?? 0;
    },
    found(file, bytes) {
      const of = ++lastFile;
      name(file, of);
      write(of, 0, bytes);
    },
    link(from, to) {
      if (isOurs(from)) name(to, files.get(from));
    },
    rename(from, to) {
      if (!isOurs(from) || !isOurs(to)) return;
      const content = files.get(from);
      // Within a folder this is one change. Between two folders, each half can be lost separately.
      if (path.dirname(from) === path.dirname(to)) change(path.dirname(to), [[path.basename(to), content], [path.basename(from), undefined]]);
      else {
        name(to, content);
        name(from, undefined);
      }
    },
    mkdir(folder, first) {
      if (!isOurs(folder) || first === undefined) return;
      for (let made = folder; made.length >= first.length && isOurs(made); made = path.dirname(made)) name(made, null);
    },
    truncate(of, size) {
      if (typeof of === 'number') steps.push({ do: 'truncate', file: of, size });
    },
    sync: (of, upTo) => void steps.push({ do: 'sync', of, upTo }),
    syncAll() {
      const upTo = steps.length;
      const all = new Set<number | string>();
      for (const step of steps) {
        if (step.do === 'name') all.add(step.folder);
        else if (step.do === 'write') all.add(step.file);
      }
      for (const of of all) steps.push({ do: 'sync', of, upTo });
    },
    promise: (what, holds) => void steps.push({ do: 'promise', what, holds }),
  };
}
