import { beforeEach, describe, expect, test, vi } from 'vitest';
import { nothingCounted, type ImportProgress } from '../../../../shared/library/import.ts';
import { ok } from '../../../../shared/result.ts';
import type { Input } from '../../../../shared/ipc/schemas.ts';
import type { Reverted } from '../../../../shared/reverting.ts';
import { snapshot } from '../fake-main.ts';
import type { Outcome, PartlyDone } from '../../../../renderer/stores/undo.ts';
import { nextMacrotask } from '../../../support/fake-clock.ts';

interface Said {
  readonly message: string;
  readonly action?: { readonly label: string; readonly name?: string; readonly run: () => void };
}

let said: Said[];
let calls: string[];

const load = () => import('../../../../renderer/stores/undo.ts');

function act(name: string, outcome: () => Outcome | PartlyDone = () => 'done') {
  const run = (what: string) => (): Promise<Outcome | PartlyDone> => {
    calls.push(`${what} ${name}`);
    return Promise.resolve(outcome());
  };
  return { words: `did ${name}`, name, undo: run('undo'), redo: run('redo') };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', { api: {} });
  said = [];
  calls = [];
  vi.doMock('../../../../renderer/ui/toast.tsx', () => ({
    notify: (message: string, action?: Said['action']) => said.push({ message, ...(action && { action }) }),
    notifyError: ({ code }: { code: string }) => said.push({ message: code }),
    retract: (message: string) => (said = said.filter((other) => other.message !== message)),
  }));
  return () => vi.doUnmock('../../../../renderer/ui/toast.tsx');
});

test('an act is named in the offer to undo it, and the latest is undone first', async () => {
  const { didAct, undoLatest, redoLatest } = await load();
  didAct(act('hide 3 tasks'));
  didAct(act('rate 2 pictures'));
  expect(said.map(({ message, action }) => [message, action?.label, action?.name])).toEqual([
    ['did hide 3 tasks', 'Undo', 'Undo: hide 3 tasks'],
    ['did rate 2 pictures', 'Undo', 'Undo: rate 2 pictures'],
  ]);
  await undoLatest();
  await undoLatest();
  expect(calls).toEqual(['undo rate 2 pictures', 'undo hide 3 tasks']);
  await redoLatest();
  expect(calls.at(-1)).toBe('redo hide 3 tasks');
  expect(said.at(-1)?.message).toBe('Redone: hide 3 tasks');
});

test('what changed nothing has no token: it is neither said nor undone, and what was undone before it can still be redone', async () => {
  const { didAct, rememberAct, undoLatest, redoLatest } = await load();
  didAct(act('hide 3 tasks'));
  await undoLatest();
  said = [];
  didAct({ words: 'did nothing', name: 'rate no picture', token: null });
  rememberAct({ name: 'move no task', token: null });
  expect(said).toEqual([]);
  await undoLatest();
  expect(said.map(({ message }) => message)).toEqual(['Nothing to undo']);
  await redoLatest();
  expect(calls).toEqual(['undo hide 3 tasks', 'redo hide 3 tasks']);
});

test('that there is nothing to undo or redo is taken back once it is no longer true', async () => {
  const { didAct, undoLatest, redoLatest } = await load();
  const messages = (): readonly string[] => said.map(({ message }) => message);
  didAct(act('rate 2 pictures'));
  await undoLatest();
  await undoLatest();
  expect(messages()).toContain('Nothing to undo');
  await redoLatest();
  expect(messages()).not.toContain('Nothing to undo');
  await redoLatest();
  expect(messages()).toContain('Nothing to redo');
  await undoLatest();
  expect(messages()).not.toContain('Nothing to redo');
});

test('a message undoes its own act, whatever was done since, and says if it is undone already', async () => {
  const { didAct, rememberAct, undoLatest, redoLatest } = await load();
  didAct(act('hide 3 tasks'));
  const [first] = said;
  rememberAct(act('move a task'));
  didAct(act('rate 2 pictures'));
  first?.action?.run();
  await nextMacrotask();
  expect(calls).toEqual(['undo hide 3 tasks']);
  first?.action?.run();
  await nextMacrotask();
  expect(said.at(-1)).toEqual({ message: 'Already undone: hide 3 tasks' });
  await undoLatest();
  await redoLatest();
  expect(calls.slice(1), 'the others keep their order').toEqual(['undo rate 2 pictures', 'redo rate 2 pictures']);
  for (let round = 0; round < 60; round += 1) rememberAct(act(`move ${round}`));
  said[1]?.action?.run();
  await nextMacrotask();
  expect(calls.at(-1), 'also if fifty acts came since').toBe('undo rate 2 pictures');
});

test('an undo that was stopped is continued by the next one, and what it did can be done again', async () => {
  const { didAct, undoLatest, redoLatest } = await load();
  const outcomes: (Outcome | PartlyDone)[] = [{ left: 700, kept: 0 }, { left: 0, kept: 2 }, { left: 300, kept: 0 }, 'done', 'done'];
  didAct(act('rate 2 pictures'));
  didAct(act('trash 1000 pictures', () => outcomes.shift() ?? 'done'));
  didAct(act('pick 1 picture'));
  said[1]?.action?.run();
  await nextMacrotask();
  expect(said.at(-1)?.message).toBe('Stopped, 700 are left to undo: trash 1000 pictures');
  await undoLatest();
  expect(said.at(-1)?.message).toBe('Undone: trash 1000 pictures. 2 were changed since and stay as they are.');
  await redoLatest();
  expect(said.at(-1)?.message).toBe('Stopped, 300 are left to redo: trash 1000 pictures');
  await redoLatest();
  await undoLatest();
  await undoLatest();
  const trash = 'trash 1000 pictures';
  expect(calls).toEqual([`undo ${trash}`, `undo ${trash}`, `redo ${trash}`, `redo ${trash}`, `undo ${trash}`, 'undo pick 1 picture']);
});

test('half of an undo can be taken back instead of continued', async () => {
  const { didAct, undoLatest, redoLatest } = await load();
  const outcomes: (Outcome | PartlyDone)[] = [{ left: 700, kept: 0 }];
  didAct(act('trash 1000 pictures', () => outcomes.shift() ?? 'done'));
  await undoLatest();
  await redoLatest();
  await undoLatest();
  await undoLatest();
  expect(calls).toEqual(['undo', 'redo', 'undo'].map((what) => `${what} trash 1000 pictures`));
  expect(said.at(-1)?.message).toBe('Nothing to undo');
});

test.each<readonly [Outcome, string, boolean]>([
  ['nothing', 'Can no longer be undone: rename', false],
  ['changed', 'Can no longer be undone, because it was changed since: rename', false],
  ['already', 'Already undone: rename', false],
  ['forgotten', 'Too much was done since, so it can no longer be undone: rename', false],
  ['later', 'First undo what was moved since. Not changed: rename', true],
  [{ code: 'disk-full' }, 'disk-full', true],
])('of an act that answers %j, it says “%s”', async (outcome, message, stays) => {
  const { didAct, undoLatest } = await load();
  didAct(act('before'));
  didAct(act('rename', () => outcome));
  await undoLatest();
  expect(said.at(-1)?.message).toBe(message);
  await undoLatest();
  expect(calls.at(-1)).toBe(stays ? 'undo rename' : 'undo before');
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

test.each<readonly [Reverted, string]>([
  [{ came: 'done', count: 3, left: 0, kept: 0 }, 'Undone: hide 3 tasks'],
  [{ came: 'done', count: 2, left: 0, kept: 1 }, 'Undone: hide 3 tasks. 1 was changed since and stays as it is.'],
  [{ came: 'done', count: 1, left: 2, kept: 0 }, 'Stopped, 2 are left to undo: hide 3 tasks'],
  [{ came: 'nothing', why: 'gone' }, 'Can no longer be undone: hide 3 tasks'],
  [{ came: 'nothing', why: 'changed' }, 'Can no longer be undone, because it was changed since: hide 3 tasks'],
  [{ came: 'nothing', why: 'forgotten' }, 'Too much was done since, so it can no longer be undone: hide 3 tasks'],
  [{ came: 'nothing', why: 'already' }, 'Already undone: hide 3 tasks'],
])('of what main answers to a token, %j, it says “%s”', async (reverted, message) => {
  vi.stubGlobal('window', { api: { undoRun: (input: unknown) => (calls.push(JSON.stringify(input)), Promise.resolve(ok(reverted))) } });
  const { didAct, undoLatest } = await load();
  didAct({ words: 'did hide 3 tasks', name: 'hide 3 tasks', token: 'main' });
  await undoLatest();
  expect(calls).toEqual(['{"token":"main","what":"undo","agreed":false}']);
  expect(said.at(-1)?.message).toBe(message);
});

describe('an import', () => {
  const running: ImportProgress = { phase: 'running', trouble: null, files: 9, bytes: 9, filesDone: 0, bytesDone: 0, name: '', counts: { ...nothingCounted }, cancelled: false, undone: null, token: null };
  const ended: ImportProgress = { ...running, phase: 'ended', counts: { ...nothingCounted, added: 9 }, token: 'first' };

  /** What main answers. */
  let reverted: Reverted;
  beforeEach(() => void (reverted = { came: 'done', count: 1, left: 0, kept: 0 }));

  /** A picture is rated, then an import ends. */
  async function importAfterAnAct() {
    vi.stubGlobal('window', {
      api: {
        undoRun: ({ what, token }: Input<'undo:run'>) => {
          calls.push(`${what} import ${token}`);
          return Promise.resolve(ok(reverted));
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
    expect(calls).toEqual(['undo import first']);
    expect(said.at(-1)).toEqual({ message: 'Undone: import 9 pictures' });
    put({ ...ended, phase: 'undoing' });
    await redoLatest();
    expect(said.at(-1)?.message).toBe('Nothing to redo');
    await undoLatest();
    expect(calls).toEqual(['undo import first', 'undo rate 2 pictures']);
  });

  test('that ends by itself leaves what can be redone', async () => {
    const { undoLatest, redoLatest, didAct, put } = await importAfterAnAct();
    didAct(act('hide 3 tasks'));
    put(running);
    await undoLatest();
    put({ ...ended, token: 'other' });
    await redoLatest();
    expect(calls).toEqual(['undo hide 3 tasks', 'redo hide 3 tasks']);
  });

  test('is undone by its own token, also if another one has added as many pictures', async () => {
    const { undoLatest, put } = await importAfterAnAct();
    put(null);
    put(running);
    put({ ...ended, token: 'second' });
    await undoLatest();
    reverted = { came: 'nothing', why: 'gone' };
    await undoLatest();
    expect(calls).toEqual(['undo import second', 'undo import first']);
    expect(said.at(-1)?.message).toBe('Can no longer be undone: import 9 pictures');
  });

  test('is undone after what was done while it was under way', async () => {
    const { didAct, undoLatest, put } = await importAfterAnAct();
    put({ ...running, phase: 'counting' });
    didAct(act('hide 3 tasks'));
    put(running);
    put({ ...ended, token: 'other' });
    await undoLatest();
    await undoLatest();
    expect(calls).toEqual(['undo hide 3 tasks', 'undo import other']);
  });

  test('is named if its summary was closed, and nothing else is undone instead', async () => {
    const { undoLatest, put } = await importAfterAnAct();
    put(null);
    reverted = { came: 'nothing', why: 'gone' };
    await undoLatest();
    expect(calls).toEqual(['undo import first']);
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
