import path from 'node:path';
import type { DiskStep, LeftOnDisk } from './disk-log.ts';

/** Whether a step that nothing has synced is on the disk after all. */
export type Luck = (step: DiskStep, index: number) => boolean;

/**
 * Cuts the power after the first `end` steps: what was synced is there, of the rest what luck would have. Returns the
 * promises made until then that do not hold; `home` is a folder that was always there.
 */
export function brokenPromises(steps: readonly DiskStep[], end: number, home: string, luck: Luck): readonly string[] {
  const reached = steps.slice(0, end);
  const synced = new Map<number | string, number>();
  for (const step of reached) if (step.do === 'sync') synced.set(step.of, Math.max(step.upTo, synced.get(step.of) ?? 0));
  const survives = (step: DiskStep, index: number, of: number | string): boolean => index < (synced.get(of) ?? 0) || luck(step, index);

  const contents = new Map<number, Buffer>();
  const folders = new Map<string, Map<string, number | null>>();
  for (const [index, step] of reached.entries()) {
    if (step.do === 'name' && survives(step, index, step.folder)) enter(folders, step.folder, step.names);
    if (step.do === 'write' && survives(step, index, step.file)) contents.set(step.file, overwritten(contents.get(step.file), step.at, step.bytes));
    if (step.do === 'truncate' && survives(step, index, step.file)) {
      contents.set(step.file, Buffer.from((contents.get(step.file) ?? Buffer.alloc(0)).subarray(0, step.size)));
    }
  }

  const disk: LeftOnDisk = {
    read(file) {
      const number = fileAt(folders, home, file);
      return number === null ? null : (contents.get(number) ?? Buffer.alloc(0));
    },
    files: () => new Map(reachable(folders, home).map(([file, number]) => [file, contents.get(number) ?? Buffer.alloc(0)])),
  };
  return reached.flatMap((step) => (step.do === 'promise' && !step.holds(disk) ? [step.what] : []));
}

function reachable(folders: ReadonlyMap<string, ReadonlyMap<string, number | null>>, folder: string): readonly (readonly [string, number])[] {
  return [...(folders.get(folder) ?? [])].flatMap(([name, content]) =>
    content === null ? reachable(folders, path.join(folder, name)) : [[path.join(folder, name), content] as const],
  );
}

function enter(folders: Map<string, Map<string, number | null>>, folder: string, names: ReadonlyMap<string, number | null | undefined>): void {
  const entries = folders.get(folder) ?? new Map<string, number | null>();
  folders.set(folder, entries);
  for (const [name, content] of names) {
    if (content === undefined) entries.delete(name);
    else entries.set(name, content);
  }
}

/** A file has to be reached by names that are all there. */
function fileAt(folders: ReadonlyMap<string, ReadonlyMap<string, number | null>>, home: string, file: string): number | null {
  for (let folder = path.dirname(file); folder !== home; folder = path.dirname(folder)) {
    if (folders.get(path.dirname(folder))?.get(path.basename(folder)) !== null) return null;
  }
  return folders.get(path.dirname(file))?.get(path.basename(file)) ?? null;
}

function overwritten(before: Buffer | undefined, at: number, bytes: Buffer): Buffer {
  const after = Buffer.alloc(Math.max(before?.length ?? 0, at + bytes.length));
  before?.copy(after);
  bytes.copy(after, at);
  return after;
}
