import { isDeepStrictEqual } from 'node:util';
import type { Direction, Reverted, UndoQuestion } from '../../../shared/reverting.ts';
import type { UndoStep } from './undo-log.ts';

/** What an act changed: something with a value before and after. What is not there has a value for that, such as null. */
export interface Changed<Key, Value> {
  readonly key: Key;
  readonly before: Value;
  readonly after: Value;
}

/** A value that an undo or redo writes, in place of the present one. */
export interface Change<Key, Value> {
  readonly key: Key;
  readonly from: Value;
  readonly to: Value;
}

export interface ChangeDeps<Key, Value> {
  /** The present values, for those keys that have one. */
  read(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>;
  /** Resolves to the keys whose values it wrote, and why it ended early, if it did. The others cannot have the value any more. */
  write(changes: readonly Change<Key, Value>[]): Promise<Written<Key>>;
  /** What the person must agree to first. Null: nothing. Absent: never anything. */
  ask?(changes: readonly Change<Key, Value>[], what: Direction): Promise<UndoQuestion | null>;
}

export interface Written<Key> {
  readonly done: readonly Key[];
  readonly failure: unknown;
}

/** For a write that changes all or nothing. */
export async function allOf<Key>(changes: readonly Change<Key, unknown>[], write: () => Promise<unknown>): Promise<Written<Key>> {
  await write();
  return { done: changes.map(({ key }) => key), failure: null };
}

/** Undoes changes of values: each gets its former value back if it still is as the act left it, and is left alone otherwise. A key that comes twice counts once. */
export function changeStep<Key, Value>(changed: readonly Changed<Key, Value>[], { read, write, ask }: ChangeDeps<Key, Value>): UndoStep {
  interface Side {
    readonly key: Key;
    readonly values: Record<Direction, Value>;
  }
  /** What can be undone, and what can be redone: after a failure, there is something of both. `values`: what each direction writes. */
  const left: Record<Direction, readonly Side[]> = {
    undo: [...new Map(changed.map(({ key, before, after }) => [key, { key, values: { undo: before, redo: after } }])).values()],
    redo: [],
  };

  const revert = async (what: Direction, agreed: boolean): Promise<Reverted> => {
    const other = what === 'undo' ? 'redo' : 'undo';
    const wanted = left[what];
    if (wanted.length === 0) return { came: 'nothing', why: 'already' };
    const now = await read(wanted.map(({ key }) => key));
    const asLeft = wanted.filter(({ key, values }) => isDeepStrictEqual(now.get(key), values[other]));
    const changes = asLeft.map(({ key, values }): Change<Key, Value> => ({ key, from: values[other], to: values[what] }));
    const question = agreed || changes.length === 0 ? null : ((await ask?.(changes, what)) ?? null);
    if (question !== null) return { came: 'asks', question };
    const { done, failure } = changes.length === 0 ? { done: [], failure: null } : await write(changes);
    const written = new Set(done);
    // What is stored may differ a little from what was written, as a name without the blanks around it.
    const stored = written.size === 0 ? now : await read(done);
    const moved = asLeft.flatMap(({ key, values }): readonly Side[] => (written.has(key) ? [{ key, values: { ...values, [what]: stored.get(key) ?? values[what] } }] : []));
    // Without a failure, what was not written is left alone for good.
    left[what] = failure === null ? [] : asLeft.filter(({ key }) => !written.has(key));
    left[other] = [...moved, ...left[other]];
    if (failure !== null) throw failure;
    if (moved.length > 0) return { came: 'done', count: moved.length, left: 0, kept: wanted.length - moved.length };
    return { came: 'nothing', why: wanted.some(({ key }) => now.get(key) !== undefined && now.get(key) !== null) ? 'changed' : 'gone' };
  };

  return { undo: (agreed) => revert('undo', agreed), redo: (agreed) => revert('redo', agreed), bytes: () => bytesOf([left.undo, left.redo]) };
}

/** About how many bytes a value keeps. Copies nothing, because the texts of saved prompts may have many megabytes. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length;
  return typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, each) => sum + bytesOf(each), 50) : 8;
}

/** Does an act that changes some of these values. Resolves to what undoes it, or to null if it changed nothing. */
export async function changing<Key, Value>(keys: readonly Key[], deps: ChangeDeps<Key, Value>, act: () => Promise<unknown>): Promise<UndoStep | null> {
  const before = await deps.read(keys);
  await act();
  const after = await deps.read(keys);
  const changed = keys.flatMap((key): readonly Changed<Key, Value>[] => {
    const [was, is] = [before.get(key), after.get(key)];
    return was === undefined || is === undefined || isDeepStrictEqual(was, is) ? [] : [{ key, before: was, after: is }];
  });
  return changed.length === 0 ? null : changeStep(changed, deps);
}

/** Undoes what belongs together, the first step first. If nothing of that can be undone, the others are left alone. */
export function stepsOf(first: UndoStep, others: readonly UndoStep[]): UndoStep {
  const revert = async (what: Direction, agreed: boolean): Promise<Reverted> => {
    const outcome = await first[what](agreed);
    if (outcome.came === 'asks' || (outcome.came === 'nothing' && outcome.why !== 'already') || (outcome.came === 'done' && outcome.left > 0)) return outcome;
    let all: Reverted = outcome;
    for (const step of others) {
      const more = await step[what](agreed);
      if (more.came === 'done' && all.came !== 'done') all = more;
    }
    return all;
  };
  return { undo: (agreed) => revert('undo', agreed), redo: (agreed) => revert('redo', agreed), bytes: () => [first, ...others].reduce((sum, { bytes }) => sum + (bytes?.() ?? 0), 0) };
}
