import { array, assert, asyncProperty, boolean, constant, constantFrom, nat, oneof, record, type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { newestFirst, pictureGroups, type Arrangement, type OpenStacks } from '../../../../shared/library/arrangement.ts';
import { labels, packedMarks } from '../../../../shared/library/marks.ts';
import { noGroup, taskSorts, type Splice, type ViewFacts } from '../../../../shared/library/view.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { copyLibrary, makeLibrary, marks, models, prompts, templates, type NaiveLibrary, type NaivePicture } from './naive-library.ts';
import { naiveGallery, naiveHistory, parts, textOf, type NaiveRow, type NaiveSearch } from './naive-view.ts';

/** Views of random libraries, searches and arrangements show what plain code over arrays shows, also after changes. */

let original: Awaited<ReturnType<typeof makeLibrary>>;
let views: LibraryViews;
beforeAll(async () => {
  original = await makeLibrary();
  views = await openViews({ file: original.file, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  await views.close();
  original.db.close();
  await original.remove();
});

const searches: Arbitrary<NaiveSearch> = record({
  clauses: array(array(record({ part: constantFrom(...parts), negated: constantFrom(false, false, true) }), { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
});
const arrangements: Arbitrary<Arrangement> = record({
  by: constantFrom('time', 'time', 'hand', 'hand', 'rating', 'size', 'cost'),
  descending: boolean(),
  seed: constant(0),
  stack: constantFrom(null, null, null, 'batch', 'template', 'prompt'),
  group: constantFrom(null, null, null, ...pictureGroups),
});
/** Numbers that stand for pictures, whatever the library has then. */
const some = array(nat(), { maxLength: 12 });
const stacks = record({ all: boolean(), except: some });
const newTasks = record({ prompt: nat(prompts.length - 1), model: nat(models.length - 1), batch: nat(templates.length + 2), pictures: nat(3), ago: nat(70).map((ago) => ago - 5), hour: nat(23) });
const sorts = record({ by: constantFrom(...taskSorts), descending: boolean() });

const anyStep = oneof(
  record({ do: constant('add'), task: newTasks }),
  record({ do: constant('mark'), mark: constantFrom(...marks), of: some }),
  record({ do: constant('remove'), of: some }),
  record({ do: constant('open'), search: searches, arrangement: arrangements, opened: stacks }),
  record({ do: constant('advance'), opened: stacks, without: some, located: some }),
  record({ do: constant('history'), search: searches, sort: sorts }),
);
type Step = typeof anyStep extends Arbitrary<infer One> ? One : never;

it.each(parts.flatMap((part) => [{ sign: '', part, negated: false }, { sign: '-', part, negated: true }]))('a search for $sign$part.text finds what it says', async (one) => {
  const viewer = createViewer(original, views);
  const search = { clauses: [[one]] };
  await viewer.take({ do: 'open', search, arrangement: newestFirst, opened: { all: false, except: [] } });
  await viewer.take({ do: 'history', search, sort: { by: 'created', descending: true } });
});

const mostMs = 40_000;

it('views show what plain code over arrays shows', { timeout: 240_000 }, async () => {
  let runs = 0;
  // A busy machine tries fewer libraries.
  const until = performance.now() + mostMs;
  await assert(
    asyncProperty(array(anyStep, { minLength: 6, maxLength: 16, size: 'max' }), async (all) => {
      runs += 1;
      if (runs > 2 && performance.now() > until) return;
      const library = await copyLibrary(original, `run-${runs}.db`);
      const reader = await openViews({ file: library.file, workerFile: databaseWorkerFile });
      try {
        const viewer = createViewer(library, reader);
        for (const step of all) await viewer.take(step);
      } finally {
        await reader.close();
        library.db.close();
      }
    }),
    { numRuns: 16 },
  );
});

function createViewer(library: NaiveLibrary, reader: LibraryViews) {
  /** `keys`: those of the groups so far. */
  let gallery: { readonly token: number; readonly revision: number; readonly search: NaiveSearch; readonly arrangement: Arrangement; readonly keys: Map<NaiveRow['group'], number> } | null = null;
  const idsFrom = (numbers: readonly number[]): readonly number[] => {
    const ids = library.pictures().map(({ id }) => id);
    return ids.length === 0 ? [] : numbers.map((number) => ids[number % ids.length] ?? 0);
  };
  const openedFrom = ({ all, except }: OpenStacks): OpenStacks => ({ all, except: [...idsFrom(except), 999_999] });

  const steps: { readonly [Do in Step['do']]: (step: Extract<Step, { readonly do: Do }>) => Promise<void> | void } = {
    add: ({ task }) => library.add(task),
    mark: ({ mark, of }) => library.mark(idsFrom(of), mark),
    remove({ of }) {
      for (const id of new Set(idsFrom(of).slice(0, 2))) library.remove(id);
    },
    async open({ search, arrangement, opened }) {
      const stacksOpen = openedFrom(opened);
      const answer = (await reader.openGallery({ search: textOf(search), arrangement, opened: stacksOpen })) ?? expect.fail('replaced');
      const facts = (await reader.ready(answer.token)) ?? expect.fail('replaced');
      gallery = { token: answer.token, revision: 0, search, arrangement, keys: new Map() };
      const expected = naiveGallery(library, search, arrangement, stacksOpen);
      const ids = await compare(facts, expected);
      expect([...answer.first.ids], 'the first rows').toEqual(ids.slice(0, answer.first.ids.length));
      if (answer.groups) expect([...answer.groups.keys]).toEqual([...(facts.groups?.keys.subarray(0, answer.groups.keys.length) ?? [])]);
      if (answer.total !== null) expect(answer.total).toBe(ids.length);
      expect([...(answer.first.stackCounts ?? [])]).toEqual(arrangement.stack === null ? [] : expected.rows.slice(0, answer.first.ids.length).map(({ count }) => count));
    },
    async advance({ opened, without, located }) {
      if (gallery === null) return;
      const { token, revision, search, arrangement } = gallery;
      const before = await idsOf(token, revision);
      const [stacksOpen, leftOut, wanted] = [openedFrom(opened), idsFrom(without), idsFrom(located)];
      const delta = (await reader.advance({ token, revision }, { imageIds: wanted, without: leftOut, opened: stacksOpen })) ?? expect.fail('replaced');
      gallery = { ...gallery, revision: delta.revision };
      const expected = naiveGallery(library, search, arrangement, stacksOpen, leftOut);
      const after = await compare(delta, expected);
      expect(spliced(before, delta.splices, after)).toEqual(after);
      expect(delta.located).toEqual(wanted.map((id) => expected.rows.findIndex(({ picture, hides }) => picture.id === id || hides.some((each) => each.id === id))));
      if (delta.revision > revision) expect(await idsOf(token, revision)).toEqual(before);
    },
    async history({ search, sort }) {
      const answer = (await reader.openHistory({ search: textOf(search), sort })) ?? expect.fail('replaced');
      const { total } = (await reader.ready(answer.token)) ?? expect.fail('replaced');
      const tasks = (await reader.tasks({ token: answer.token, revision: 0 }, [0, total])) ?? expect.fail('replaced');
      // A task is also found by the marks of a picture that was removed for good.
      const compared = (ids: readonly string[]): readonly string[] => ids.filter((id) => !library.lessened.has(id));
      expect(compared(tasks.map(({ task }) => task.id))).toEqual(compared(naiveHistory(library, search, sort).map(({ id }) => id)));
      expect(answer.first.map(({ task }) => task.id)).toEqual(tasks.slice(0, answer.first.length).map(({ task }) => task.id));
    },
  };

  const idsOf = async (token: number, revision: number): Promise<readonly number[]> => [...((await reader.pictureIds({ token, revision }, [[0, 9_999]])) ?? expect.fail('no longer there'))];

  /** Returns the ids of the view's rows. */
  async function compare({ total, pictures, groups, starts }: ViewFacts, expected: { readonly rows: readonly NaiveRow[]; readonly pictures: number }): Promise<readonly number[]> {
    const { token, revision, arrangement } = gallery ?? expect.fail('no gallery');
    const columns = (await reader.pictures({ token, revision }, [0, total])) ?? expect.fail('replaced');
    const { rows } = expected;
    expect([...columns.ids]).toEqual(rows.map(({ picture }) => picture.id));
    expect([...columns.marks]).toEqual(rows.map(({ picture }) => marksOf(picture)));
    expect([...columns.savedAt]).toEqual(rows.map(({ picture }) => Math.floor(picture.savedAt / 1000)));
    if (arrangement.stack !== null) {
      expect(pictures).toBe(expected.pictures);
      expect([...(columns.stackCounts ?? [])]).toEqual(rows.map(({ count }) => count));
      expect(numbered([...(columns.stacks ?? [])].map((key) => (key === -1 ? null : key)))).toEqual(numbered(rows.map(({ stack }) => stack)));
    }
    if (arrangement.group !== null) await compareGroups({ token, revision }, groups ?? expect.fail('no groups'), rows);
    if (starts.length > 0) expect(starts[0]).toBe(0);
    return [...columns.ids];
  }

  async function compareGroups(at: { readonly token: number; readonly revision: number }, { by, starts, keys, pictures }: NonNullable<ViewFacts['groups']>, rows: readonly NaiveRow[]): Promise<void> {
    const first = rows.flatMap(({ group }, row) => (row === 0 || group !== rows[row - 1]?.group ? [row] : []));
    expect([...starts]).toEqual(first);
    expect([...keys].map((key) => key === noGroup)).toEqual(first.map((row) => rows[row]?.group === null));
    for (const [place, row] of first.entries()) {
      const group = rows[row]?.group ?? null;
      expect(keys[place], 'a group keeps its key').toBe(gallery?.keys.get(group) ?? keys[place]);
      gallery?.keys.set(group, keys[place] ?? 0);
    }
    if (by === 'day') expect([...keys]).toEqual(first.map((row) => rows[row]?.group));
    else expect(await reader.groupLabels(at, [...first.keys()])).toEqual(first.map((row) => rows[row]?.group));
    if (pictures) expect([...pictures]).toEqual(first.map((row, group) => rows.slice(row, first[group + 1]).reduce((sum, { stack, count }) => sum + (stack === null ? 1 : Math.abs(count)), 0)));
  }

  return { take: (step: Step): Promise<void> | void => (steps[step.do] as (step: Step) => Promise<void> | void)(step) };
}

const marksOf = ({ favourite, rating, trashedAt, flag, label, note }: NaivePicture): number =>
  packedMarks({ favourite, rating, trashed: trashedAt !== null, flag: flag === 0 ? null : flag === 1 ? 'pick' : 'reject', label: labels[label - 1] ?? null, noted: note !== null });

/** Numbers keys by their first occurrence, because the keys of a view are its own. */
function numbered(keys: readonly (string | number | null)[]): readonly (number | null)[] {
  const numbers = new Map<string | number, number>();
  return keys.map((key) => {
    if (key !== null && !numbers.has(key)) numbers.set(key, numbers.size);
    return key === null ? null : (numbers.get(key) ?? null);
  });
}

/** What a window has after it followed a change: the rows that it keeps, and those that it reads anew. */
function spliced(before: readonly number[], splices: readonly Splice[], after: readonly number[]): readonly number[] {
  const kept: (number | null)[] = [...before];
  for (const { at, removed, inserted } of splices.toReversed()) kept.splice(at, removed, ...Array.from({ length: inserted }, () => null));
  return kept.map((id, at) => id ?? after[at] ?? 0);
}
