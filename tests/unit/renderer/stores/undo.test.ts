import { beforeEach, describe, expect, test, vi } from 'vitest';
import { nothingCounted, type ImportProgress } from '../../../../shared/library/import.ts';
import { ok } from '../../../../shared/result.ts';
import { snapshot } from '../fake-main.ts';
import type { Outcome } from '../../../../renderer/stores/undo.ts';

interface Said {
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

let said: Said[];
let calls: string[];

async function load() {
  const undo = await import('../../../../renderer/stores/undo.ts');
  /** Resolves when all undo requests so far are done: actions are undone one at a time. */
  const rest = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
  return { ...undo, rest };
}

function act(name: string, outcome: () => Outcome = () => 'done') {
  const run = (what: string) => (): Promise<Outcome> => {
    calls.push(`${what} ${name}`);
    return Promise.resolve(outcome());
  };
  return { words: `did ${name}`, name, undo: run('undo'), redo: run('redo') };
}

beforeEach(() => {
  vi.resetModules();
  said = [];
  calls = [];
  vi.doMock('../../../../renderer/ui/toast.tsx', () => ({
    notify: (message: string, action?: Said['action']) => said.push({ message, ...(action && { action }) }),
    notifyError: ({ code }: { code: string }) => said.push({ message: code }),
  }));
  return () => vi.doUnmock('../../../../renderer/ui/toast.tsx');
});

test('an act is named in the offer to undo it, and the latest is undone first', async () => {
  const { didAct, undoLatest, redoLatest } = await load();
  didAct(act('hide 3 tasks'));
  didAct(act('rate 2 pictures'));
  expect(said.map(({ message, action }) => [message, action?.label])).toEqual([
    ['did hide 3 tasks', 'Undo: hide 3 tasks'],
    ['did rate 2 pictures', 'Undo: rate 2 pictures'],
  ]);
  await undoLatest();
  await undoLatest();
  expect(calls).toEqual(['undo rate 2 pictures', 'undo hide 3 tasks']);
  await redoLatest();
  expect(calls.at(-1)).toBe('redo hide 3 tasks');
  expect(said.at(-1)?.message).toBe('Redone: hide 3 tasks');
});

test('a message undoes its own act, and nothing once something else was done', async () => {
  const { didAct, rest } = await load();
  didAct(act('hide 3 tasks'));
  const [first] = said;
  didAct(act('rate 2 pictures'));
  first?.action?.run();
  await rest();
  expect(calls).toEqual([]);
  said[1]?.action?.run();
  await rest();
  expect(calls).toEqual(['undo rate 2 pictures']);
});

test('there is nothing to undo at first or after everything was undone, and a new act clears what could be redone', async () => {
  const { didAct, undoLatest, redoLatest } = await load();
  await undoLatest();
  expect(said.at(-1)?.message).toBe('Nothing to undo');
  didAct(act('hide 3 tasks'));
  await undoLatest();
  await undoLatest();
  expect(calls).toEqual(['undo hide 3 tasks']);
  didAct(act('rate 2 pictures'));
  await redoLatest();
  expect(calls).toEqual(['undo hide 3 tasks']);
  expect(said.at(-1)?.message).toBe('Nothing to redo');
});

test('an act that could not be undone for an error can be tried again; one that is impossible is left out', async () => {
  const { didAct, undoLatest } = await load();
  const outcomes: Outcome[] = [{ code: 'disk-full' }, 'nothing'];
  didAct(act('hide 3 tasks', () => outcomes.shift() ?? 'done'));
  await undoLatest();
  expect(said.at(-1)?.message).toBe('disk-full');
  await undoLatest();
  expect(said.at(-1)?.message).toBe('Can no longer be undone: hide 3 tasks');
  await undoLatest();
  expect(calls).toEqual(['undo hide 3 tasks', 'undo hide 3 tasks']);
  expect(said.at(-1)?.message).toBe('Nothing to undo');
});

describe('an import', () => {
  const running: ImportProgress = { phase: 'running', trouble: null, files: 9, bytes: 9, filesDone: 0, bytesDone: 0, name: '', counts: { ...nothingCounted }, cancelled: false, undone: null };
  const ended: ImportProgress = { ...running, phase: 'ended', counts: { ...nothingCounted, added: 9 } };

  /** A picture is rated, then an import ends. */
  async function importAfterAnAct() {
    vi.stubGlobal('window', {
      api: {
        importUndo: () => {
          calls.push('undo import');
          return Promise.resolve(ok(undefined));
        },
      },
    });
    const { useAppStore } = await import('../../../../renderer/stores/app-store.ts');
    const { importChanged } = await import('../../../../renderer/stores/library/undoable-import.ts');
    const undo = await load();
    const put = (latest: ImportProgress | null): void => {
      const before = useAppStore.getState().facts?.imports.latest ?? null;
      useAppStore.setState({ facts: { ...snapshot, imports: { latest, round: 0, byHand: 0 } } });
      importChanged(before, latest);
    };
    put(null);
    undo.didAct(act('rate 2 pictures'));
    put(running);
    put(ended);
    return { ...undo, put };
  }

  test('is undone before what was done before it, by its name, and cannot be redone', async () => {
    const { undoLatest, redoLatest, put } = await importAfterAnAct();
    await undoLatest();
    expect(calls).toEqual(['undo import']);
    expect(said.at(-1)).toEqual({ message: 'Undone: import 9 pictures' });
    put({ ...ended, phase: 'undoing' });
    await redoLatest();
    expect(said.at(-1)?.message).toBe('Nothing to redo');
    await undoLatest();
    expect(calls).toEqual(['undo import', 'undo rate 2 pictures']);
  });

  test('is undone after what was done while it was under way', async () => {
    const { didAct, undoLatest, put } = await importAfterAnAct();
    put({ ...running, phase: 'counting' });
    didAct(act('hide 3 tasks'));
    put(running);
    put({ ...ended, counts: { ...nothingCounted, added: 4 } });
    await undoLatest();
    await undoLatest();
    expect(calls).toEqual(['undo hide 3 tasks', 'undo import']);
  });

  test('is named if its summary was closed, and nothing else is undone instead', async () => {
    const { undoLatest, put } = await importAfterAnAct();
    put(null);
    await undoLatest();
    expect(calls).toEqual([]);
    expect(said.at(-1)?.message).toBe('Can no longer be undone: import 9 pictures');
  });

  test('that was undone in its strip is not undone again', async () => {
    const { undoLatest, put } = await importAfterAnAct();
    put({ ...ended, phase: 'undoing' });
    await undoLatest();
    expect(calls).toEqual(['undo rate 2 pictures']);
  });
});

test('an undo that is asked for while main still does an act undoes that act', async () => {
  const { acting, didAct, undoLatest } = await load();
  didAct(act('pick 1 picture'));
  const answered = Promise.withResolvers<void>();
  const marking = acting(answered.promise.then(() => didAct(act('rate 1 picture'))));
  const undoing = undoLatest();
  answered.resolve();
  await Promise.all([marking, undoing]);
  expect(calls).toEqual(['undo rate 1 picture']);
});
