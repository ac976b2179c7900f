import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dice } from '../support/dice.ts';
import type { DiskStep, LeftOnDisk } from './disk-log.ts';
import type { Fault, FamilyOptions } from './tally.ts';

/** Does something in an empty folder and returns every step on the disk. */
export type Recording = (home: string, dice: Dice) => Promise<readonly DiskStep[]>;

/** Cuts the power after each step of a recording, with all, none or some of the unsynced steps lost. */
export async function cutEverywhere(record: Recording, name: string, fault: Fault, { dice, tally, log }: FamilyOptions): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-torture-cuts-'));
  try {
    const steps = await record(home, dice);
    for (let end = 1; end <= steps.length; end += 1) {
      for (const luck of lucks(dice)) {
        tally.add('powerCuts');
        for (const broken of brokenPromises(steps, end, home, luck)) tally.fail(fault, `${name}, power cut after step ${end} of ${steps.length}: ${broken}`);
      }
    }
    log(`${name}: ${steps.length} steps`);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Whether a step that nothing has synced is on the disk anyway. */
type Luck = (step: DiskStep, index: number) => boolean;

/**
 * Cuts the power after the first `end` steps. Synced steps survive, of the others those that `luck` chooses. Returns the broken promises among those
 * made until then. `home` is a folder that always existed.
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

/** A file can be reached only if every name on its path is there. */
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

function lucks(dice: Dice): readonly Luck[] {
  const some = new Map<number, boolean>();
  return [
    () => false,
    () => true,
    // Names survive without their contents, or contents without their names.
    (step) => step.do === 'name',
    (step) => step.do !== 'name',
    (_, index) => {
      const known = some.get(index) ?? dice.chance(0.5);
      some.set(index, known);
      return known;
    },
  ];
}
