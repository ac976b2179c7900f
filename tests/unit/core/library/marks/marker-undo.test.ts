import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMarker, type Marker } from '../../../../../electron/core/library/marks/marker.ts';
import type { Store } from '../../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { AppFailure } from '../../../../../shared/errors.ts';
import { createUndoLog, type UndoStep } from '../../../../../electron/core/undo/undo-log.ts';
import type { Mark } from '../../../../../shared/library/marks.ts';
import type { UndoToken } from '../../../../../shared/undo-token.ts';
import { createDice } from '../../../../support/dice.ts';
import { revertingIn } from '../../../../support/undo-latest.ts';
import type { SelectionTarget } from '../../../../../shared/library/view.ts';
import { testAccount } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../../../database/samples.ts';

/** More than two slices of the marker. */
const pictures = 1_300;
const trashedAt = 1_000;

let db: DatabaseSync;
let store: Store;
let marker: Marker;
let revert: ReturnType<typeof revertingIn>;
let latestStep: UndoStep | null;
/** Called before each slice is written. */
let beforeWrite: () => void;
beforeEach(() => {
  db = openConnection(':memory:');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  store.saveAccount(testAccount);
  const task = { ...makeTask({ state: { status: 'completed', remoteId: 'many', imageCount: 1 } }), accountId: testAccount.id };
  store.insertTasks([{ ...task, state: { status: 'queued', waitingFor: 'turn' } }]);
  const [first] = store.saveCompletion(task, makeSources(1), makeAnswer());
  store.saveImage(first?.id ?? 0, { status: 'kept', file: makeFile({ path: '1.png' }) });
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pictures - 1})
    INSERT INTO images (task, position, status, path, type, width, height, bytes, sha256, saved_at) SELECT (SELECT id FROM tasks), i, 'kept', 'p' || i, 'png', 1, 1, i, 'ab', i FROM n`);
  beforeWrite = () => undefined;
  const undoLog = createUndoLog();
  revert = revertingIn(undoLog);
  marker = createMarker({
    undoLog: { record: (step) => undoLog.record((latestStep = step)) },
    repository: {
      changedBy: async (ids, mark) => store.changedBy(ids, mark),
      markImages: async (ids, mark) => {
        beforeWrite();
        store.markImages(ids, mark);
      },
      renameTag: async (from, to) => store.renameTag(from, to),
      imageMarks: async (id) => store.imageMarks(id),
      usedMarks: async () => store.usedMarks(),
    },
    views: {
      pictureIds: () => Promise.resolve(null),
      taggedPictures: async (tag) => Int32Array.from(db.prepare('SELECT image FROM image_tags WHERE tag = (SELECT id FROM tags WHERE folded = ?)').all(tag).map(({ image }) => Number(image))),
    },
    clock: { now: () => trashedAt },
    trash: { betweenRemovals: (run) => run() },
    events: { marked: () => undefined, progress: () => undefined },
  });
  return () => db.close();
});

const these = (first: number, end: number): SelectionTarget => ({ token: null, revision: 0, ranges: [], imageIds: Array.from({ length: end - first }, (_, at) => first + at) });

/** Every mark of every picture, by picture and kind. */
function allMarks(): ReadonlyMap<string, unknown> {
  const marks = new Map<string, unknown>();
  for (const { id, ...columns } of db.prepare('SELECT id, favourite, rating, flag, label, note, trashed_at FROM images').all()) {
    for (const [kind, value] of Object.entries(columns)) marks.set(`${String(id)} ${kind}`, value ?? 0);
  }
  for (const { image, name } of db.prepare('SELECT image, name FROM image_tags JOIN tags ON tags.id = tag').all()) marks.set(`${String(image)} tag ${String(name)}`, 1);
  return marks;
}

interface Change {
  readonly mark: string;
  readonly from: unknown;
  readonly to: unknown;
}

const changesBetween = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): readonly Change[] =>
  [...new Set([...before.keys(), ...after.keys()])].map((mark) => ({ mark, from: before.get(mark), to: after.get(mark) })).filter(({ from, to }) => from !== to);

const acts: readonly Mark[] = [
  { kind: 'favourite', favourite: true },
  { kind: 'favourite', favourite: false },
  { kind: 'rating', rating: 2 },
  { kind: 'rating', rating: 5 },
  { kind: 'flag', flag: 'pick' },
  { kind: 'flag', flag: null },
  { kind: 'label', label: 'red' },
  { kind: 'note', note: 'again' },
  { kind: 'note', note: '' },
  { kind: 'tag', tag: 'sea' },
  { kind: 'untag', tag: 'sea' },
  { kind: 'trash' },
  { kind: 'restore' },
];

describe('undoing a step by its token', () => {
  it('says how much it keeps: four bytes a picture, but a marking for each former note', async () => {
    const bytes = async (): Promise<number> => {
      await marker.mark(these(1, pictures + 1), { kind: 'note', note: 'the same' });
      return latestStep?.bytes?.() ?? 0;
    };
    expect(await bytes()).toBeLessThan(8 * pictures);
    db.exec(`UPDATE images SET note = printf('%0*d', 1000, id)`);
    expect(await bytes()).toBeGreaterThan(2_000 * pictures);
  });

  it.each([1, 2, Date.now() % 1_000_000])('changes only what that step changed and nothing else has changed since, through stops and failures (seed %i)', async (seed) => {
    const { below } = createDice(seed);
    /** What an undo (`undo`) and a redo (`redo`) of a step would change. */
    const steps: { readonly token: UndoToken; undo: readonly Change[]; redo: readonly Change[] }[] = [];
    const disturb = (): 'stop' | 'fail' | null => {
      const how = below(6);
      let slices = below(3);
      beforeWrite = () => {
        slices -= 1;
        if (how === 0 && slices === 0) marker.cancel();
        if (how === 1 && slices === 0) throw new AppFailure('disk-full');
      };
      return how === 0 ? 'stop' : how === 1 ? 'fail' : null;
    };

    for (let round = 0; round < 40; round += 1) {
      const before = allMarks();
      const step = below(2) === 0 ? undefined : steps[below(steps.length)];
      const disturbed = disturb();
      if (step === undefined) {
        const first = 1 + below(pictures / 2);
        const mark = acts[below(acts.length)] ?? { kind: 'trash' };
        const done = await marker.mark(these(first, first + 1 + below(pictures / 2)), mark).catch(() => null);
        const undo = changesBetween(before, allMarks());
        expect(done?.pictures ?? 0).toBe(undo.length);
        expect(done === null || (done.token === null) === (undo.length === 0)).toBe(true);
        if (done && done.token !== null) steps.push({ token: done.token, undo, redo: [] });
        continue;
      }
      const what = below(3) === 0 ? 'redo' : 'undo';
      const result = await revert(what, step.token).catch(() => 'failed' as const);
      const after = allMarks();
      const changed = changesBetween(before, after);
      const wanted = step[what];
      const possible = new Map(wanted.filter(({ mark, to }) => before.get(mark) === to).map((change) => [change.mark, change]));
      for (const { mark, to } of changed) expect(to, `${mark} was this step's`).toBe(possible.get(mark)?.from ?? (possible.has(mark) ? undefined : 'not to be touched'));
      if (result === null) {
        expect(possible.size, 'all of it was changed since').toBe(0);
        step[what] = [];
        continue;
      }
      if (result !== 'failed') {
        expect(result.count).toBe(changed.length);
        expect(result.count + result.left + result.kept).toBe(wanted.length);
        if (disturbed !== 'stop') expect([result.left, result.kept]).toEqual([0, wanted.length - possible.size]);
      }
      const reached = new Set(changed.map(({ mark }) => mark));
      const other = what === 'undo' ? 'redo' : 'undo';
      step[other] = [...step[other], ...changed];
      // What was left alone is not tried again, unless a stop came before it; finish the step, so that the next round knows.
      beforeWrite = () => undefined;
      const rest = result === 'failed' || result.left > 0 ? await revert(what, step.token) : null;
      const finished = changesBetween(after, allMarks());
      for (const { mark } of finished) expect(possible.has(mark) && !reached.has(mark), `${mark} was still left`).toBe(true);
      expect(reached.size + finished.length, 'all of it is done in the end').toBe(possible.size);
      expect(rest?.left ?? 0).toBe(0);
      step[other] = [...step[other], ...finished];
      step[what] = [];
    }
  });

  it('restores a picture only if it still has the mark of that step', async () => {
    const first = await marker.mark(these(1, 4), { kind: 'rating', rating: 2 });
    await marker.mark(these(2, 3), { kind: 'rating', rating: 5 });
    expect(await revert('undo', first.token)).toEqual({ count: 2, left: 0, kept: 1 });
    expect([1, 2, 3].map((id) => store.imageMarks(id)?.rating)).toEqual([0, 5, 0]);
    expect(await revert('undo', first.token), 'again').toBeNull();
    expect(await revert('redo', first.token)).toEqual({ count: 2, left: 0, kept: 0 });
    expect([1, 2, 3].map((id) => store.imageMarks(id)?.rating)).toEqual([2, 5, 2]);
  });

  it('answers that it cannot undo a step of an earlier run or one that it has forgotten, and undoes no other', async () => {
    const oldest = await marker.mark(these(1, 2), { kind: 'favourite', favourite: true });
    expect(await revert('undo', crypto.randomUUID())).toBeNull();
    for (let round = 0; round < 100; round += 1) await marker.mark(these(2, 3), { kind: 'rating', rating: 1 + (round % 2) });
    expect(await revert('undo', oldest.token)).toBeNull();
    expect([store.imageMarks(1)?.favourite, store.imageMarks(2)?.rating]).toEqual([true, 2]);
  });

  it('names a renamed tag, and cannot give back a name that is taken', async () => {
    await marker.mark(these(1, 3), { kind: 'tag', tag: 'cat' });
    const renamed = await marker.retag(['cat'], 'feline');
    await marker.mark(these(5, 6), { kind: 'rating', rating: 3 });
    expect(await revert('undo', renamed.token)).toEqual({ count: 2, left: 0, kept: 0 });
    expect([store.imageMarks(1)?.tags, store.imageMarks(5)?.rating]).toEqual([['cat'], 3]);
    await revert('redo', renamed.token);
    await marker.mark(these(9, 10), { kind: 'tag', tag: 'cat' });
    expect(await revert('undo', renamed.token)).toBeNull();
    expect(store.imageMarks(1)?.tags).toEqual(['feline']);
  });

  it('can undo the part that was done before the disk refused', async () => {
    let slices = 0;
    beforeWrite = () => {
      slices += 1;
      if (slices === 2) throw new AppFailure('disk-full');
    };
    const step = await marker.mark(these(1, pictures), { kind: 'trash' });
    expect(step).toMatchObject({ pictures: 500, failure: { code: 'disk-full' } });
    beforeWrite = () => undefined;
    expect(await revert('undo', step.token)).toEqual({ count: 500, left: 0, kept: 0 });
    expect(db.prepare('SELECT count(*) AS n FROM images WHERE trashed_at IS NOT NULL').get()?.['n']).toBe(0);
  });
});
