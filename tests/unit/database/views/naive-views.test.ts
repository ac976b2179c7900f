import { array, assert, asyncProperty, boolean, constant, constantFrom, nat, oneof, record, type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPlain, newestFirst, noneOpen, pictureGroups, type Arrangement, type OpenStacks } from '../../../../shared/library/arrangement.ts';
import { labels, marksShown, noMarks, packedMarks } from '../../../../shared/library/marks.ts';
import { noGroup, taskSorts, type Splice, type ViewFacts } from '../../../../shared/library/view.ts';
import { searchFlags } from '../../../../shared/search/query.ts';
import { en } from '../../../../shared/words/en/catalogue.en.ts';
import { openReader, type OpenReader } from '../../../support/view-reader.ts';
import { albums, copyLibrary, makeLibrary, marks, models, prompts, templates, type NaiveLibrary, type NaivePicture } from './naive-library.ts';
import { albumOf, naiveGallery, naiveHistory, parts, textOf, timeOf, typedParts, type NaiveRow, type NaiveSearch } from './naive-view.ts';

/** Views of random libraries, searches and arrangements show what plain code over arrays shows, also after changes. */

let original: Awaited<ReturnType<typeof makeLibrary>>;
let reading: OpenReader;
beforeAll(async () => {
  original = await makeLibrary();
  reading = openReader(original.file);
});
afterAll(async () => {
  reading.close();
  original.db.close();
  await original.remove();
});

const everything: NaiveSearch = { clauses: [], typed: null };
const narrowed: Arbitrary<NaiveSearch> = record({
  clauses: array(array(record({ part: constantFrom(...parts), negated: constantFrom(false, false, true) }), { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
  typed: oneof({ weight: 6, arbitrary: constant(null) }, constantFrom(...typedParts)),
});
// The first rows of everything have ways of their own.
const searches = oneof(constant(everything), narrowed, narrowed);
const arrangements: Arbitrary<Arrangement> = record({
  by: constantFrom('time', 'time', 'hand', 'hand', 'rating', 'size', 'cost'),
  descending: boolean(),
  seed: constant(0),
  stack: constantFrom(null, null, null, 'batch', 'template', 'prompt'),
  group: constantFrom(null, null, null, ...pictureGroups),
});
/** Numbers that stand for pictures, whatever the library has then. */
const some = array(nat(), { maxLength: 12 });
const stacks = oneof(constant(noneOpen), record({ all: boolean(), except: some }));
const newTasks = record({ prompt: nat(prompts.length - 1), model: nat(models.length - 1), batch: nat(templates.length + 2), pictures: nat(3), ago: nat(70).map((ago) => ago - 5), hour: nat(23) });
const sorts = record({ by: constantFrom(...taskSorts), descending: boolean() });

const change = oneof(
  record({ do: constant('add'), task: newTasks }),
  record({ do: constant('mark'), mark: constantFrom(...marks), of: some }),
  record({ do: constant('remove'), of: some }),
  record({ do: constant('settle'), number: nat() }),
  record({ do: constant('place'), album: nat(1), of: some }),
);
const anyStep = oneof(
  { weight: 4, arbitrary: change },
  // `meanwhile`: after the first answer, and before the whole view has been read.
  record({ do: constant('open'), search: searches, arrangement: arrangements, opened: stacks, meanwhile: oneof(constant(null), constant(null), change) }),
  record({ do: constant('advance'), opened: stacks, without: some, located: some }),
  record({ do: constant('history'), search: searches, sort: sorts }),
  record({ do: constant('follow'), located: some }),
);
type Step = typeof anyStep extends Arbitrary<infer One> ? One : never;

it.each<{ readonly text: string; readonly search: NaiveSearch }>([
  ...parts.flatMap((part) => [false, true].map((negated) => ({ text: `${negated ? '-' : ''}${part.text}`, search: { clauses: [[{ part, negated }]], typed: null } }))),
  ...typedParts.map((typed) => ({ text: `${typed.text}…`, search: { clauses: [], typed } })),
])('a search for $text finds what it says', async ({ search }) => {
  const viewer = createViewer(original, reading.views);
  await viewer.take({ do: 'open', search, arrangement: newestFirst, opened: noneOpen, meanwhile: null });
  await viewer.take({ do: 'history', search, sort: { by: 'created', descending: true } });
});

it.each(searchFlags)('is:%s is among these searches, and is named to a person who writes another word', (word) => {
  expect(parts.map(({ text }) => text)).toContain(`is:${word}`);
  // To a person, `done` and `in-progress` are named instead.
  if (word !== 'kept' && word !== 'running') expect(en['search.broken.is'].split(/, | or /)).toContain(word);
});

const ofEverything: readonly Partial<Arrangement>[] = [{}, { by: 'rating' }, { by: 'size' }, ...pictureGroups.map((group) => ({ group })), ...(['batch', 'template', 'prompt'] as const).map((stack) => ({ stack }))];

it.each(ofEverything)('the first rows of everything (%j) stay as they were shown if some go to the trash before the rest is read', async (part) => {
  const library = await copyLibrary(original, 'trashed.db');
  const reader = openReader(library.file);
  const viewer = createViewer(library, reader.views);
  // As at a start, no order is in memory the first time.
  for (const step of [0, 13]) {
    const of = Array.from({ length: 12 }, (_, at) => step + at * 31);
    await viewer.take({ do: 'open', search: everything, arrangement: { ...newestFirst, ...part }, opened: noneOpen, meanwhile: { do: 'mark', mark: { kind: 'trash', at: 1 }, of } });
    await viewer.take({ do: 'advance', opened: noneOpen, without: [], located: of });
  }
  reader.close();
  library.db.close();
});

const mostMs = 20_000;

it('views show what plain code over arrays shows', { timeout: 240_000 }, async () => {
  let runs = 0;
  // A busy machine tries fewer libraries.
  const until = performance.now() + mostMs;
  await assert(
    asyncProperty(array(anyStep, { minLength: 6, maxLength: 24, size: 'max' }), async (all) => {
      runs += 1;
      if (runs > 2 && performance.now() > until) return;
      const library = await copyLibrary(original, `run-${runs}.db`);
      const reader = openReader(library.file);
      try {
        const viewer = createViewer(library, reader.views);
        for (const step of all) await viewer.take(step);
      } finally {
        reader.close();
        library.db.close();
      }
    }),
    { numRuns: 60 },
  );
});

function createViewer(library: NaiveLibrary, reader: OpenReader['views']) {
  /** `keys`: those of the groups so far. */
  let gallery: { readonly token: number; readonly revision: number; readonly search: NaiveSearch; readonly arrangement: Arrangement; readonly keys: Map<NaiveRow['group'], number> } | null = null;
  let history: { readonly token: number; readonly revision: number; readonly search: NaiveSearch; readonly sort: (typeof sorts) extends Arbitrary<infer One> ? One : never } | null = null;
  const idsFrom = (numbers: readonly number[]): readonly number[] => {
    const ids = library.pictures().map(({ id }) => id);
    return ids.length === 0 ? [] : numbers.map((number) => ids[number % ids.length] ?? 0);
  };
  const openedFrom = ({ all, except }: OpenStacks): OpenStacks => ({ all, except: except.length === 0 ? [] : [...idsFrom(except), 999_999] });

  const steps: { readonly [Do in Step['do']]: (step: Extract<Step, { readonly do: Do }>) => Promise<void> | void } = {
    add: ({ task }) => library.add(task),
    mark: ({ mark, of }) => library.mark(idsFrom(of), mark),
    remove({ of }) {
      for (const id of new Set(idsFrom(of).slice(0, 2))) library.remove(id);
    },
    place: ({ album, of }) => library.place(album, idsFrom(of)),
    settle: ({ number }) => library.settle(number),
    async open({ search, arrangement, opened, meanwhile }) {
      const stacksOpen = openedFrom(opened);
      const answer = (await reader.openGallery({ search: textOf(search), arrangement, opened: stacksOpen })) ?? expect.fail('replaced');
      const expected = naiveGallery(library, search, arrangement, stacksOpen);
      const ids = expected.rows.map(({ picture }) => picture.id);
      const first = [...answer.first.ids];
      expect(first, 'the first rows').toEqual(ids.slice(0, first.length));
      if (answer.total !== null) expect(answer.total).toBe(ids.length);
      expect(answer.byHand).toBe((arrangement.by === 'hand' && isPlain(arrangement) && albums[albumOf(search)]?.id) || null);
      expect([...(answer.first.stackCounts ?? [])]).toEqual(arrangement.stack === null ? [] : expected.rows.slice(0, first.length).map(({ count }) => count));
      if (meanwhile !== null) await steps[meanwhile.do](meanwhile as never);
      const facts = (await reader.ready(answer.token)) ?? expect.fail('replaced');
      gallery = { token: answer.token, revision: 0, search, arrangement, keys: new Map() };
      if (meanwhile === null) {
        await compare(facts, expected);
        if (answer.groups) expect([...answer.groups.keys]).toEqual([...(facts.groups?.keys.subarray(0, answer.groups.keys.length) ?? [])]);
      } else if (first.length > 0) {
        // What was shown stays. Nothing is there twice, and what was there before is still there.
        const whole = await idsOf(answer.token, 0);
        expect(whole.slice(0, first.length)).toEqual(first);
        expect(new Set(whole).size).toBe(whole.length);
        const { stacks: keys, stackCounts } = (await reader.pictures({ token: answer.token, revision: 0 }, [0, facts.total])) ?? expect.fail('replaced');
        const tops = [...(keys ?? [])].filter((key, at) => key !== -1 && stackCounts?.[at] !== 0);
        expect(new Set(tops).size).toBe(tops.length);
        const now = naiveGallery(library, search, arrangement, stacksOpen).rows.map(({ picture }) => picture.id);
        if (arrangement.stack === null && arrangement.group === null && facts.total > first.length) expect(now.filter((id) => ids.includes(id) && !whole.includes(id))).toEqual([]);
      }
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
      expect(delta.revision).toBe(after.length === before.length && after.every((id, at) => id === before[at]) ? revision : revision + 1);
      expect(spliced(before, delta.splices, after)).toEqual(after);
      expect(delta.located).toEqual(wanted.map((id) => expected.rows.findIndex(({ picture, hides }) => picture.id === id || hides.some((each) => each.id === id))));
      if (delta.revision > revision) expect(await idsOf(token, revision)).toEqual(before);
    },
    async history({ search, sort }) {
      const answer = (await reader.openHistory({ search: textOf(search), sort })) ?? expect.fail('replaced');
      history = { token: answer.token, revision: 0, search, sort };
      await reader.ready(answer.token);
      const ids = await tasksOf(answer.token, 0);
      compareTasks(ids);
      expect(answer.first.map(({ task }) => task.id)).toEqual(ids.slice(0, answer.first.length));
      const ranged = (await reader.taskRows({ token: answer.token, revision: 0 }, [[0, 3], [5, 7]])) ?? expect.fail('replaced');
      expect((await reader.tasksOfRows(ranged)).map(({ task }) => task.id)).toEqual([...ids.slice(0, 3), ...ids.slice(5, 7)]);
    },
    async follow({ located }) {
      if (history === null) return;
      const { token, revision } = history;
      const before = await tasksOf(token, revision);
      const wanted = ['no such task', ...located.map((number) => library.tasks[number % library.tasks.length]?.id ?? '')];
      const delta = (await reader.advance({ token, revision }, { taskIds: wanted })) ?? expect.fail('replaced');
      history = { ...history, revision: delta.revision };
      const after = await tasksOf(token, delta.revision);
      expect(delta.total).toBe(after.length);
      compareTasks(after);
      expect(spliced(before, delta.splices, after)).toEqual(after);
      expect(delta.located).toEqual(wanted.map((id) => after.indexOf(id)));
      expect(await reader.locateTasks({ token, revision: delta.revision }, wanted)).toEqual(Int32Array.from(delta.located));
      if (delta.revision > revision) expect(await tasksOf(token, revision)).toEqual(before);
    },
  };

  const tasksOf = async (token: number, revision: number): Promise<readonly string[]> => ((await reader.tasks({ token, revision }, [0, 9_999])) ?? expect.fail('replaced')).map(({ task }) => task.id);
  function compareTasks(ids: readonly string[]): void {
    const { search, sort } = history ?? expect.fail('no history');
    // A task is also found by the marks of a picture that was removed for good.
    const compared = (all: readonly string[]): readonly string[] => all.filter((id) => !library.lessened.has(id));
    expect(compared(ids)).toEqual(compared(naiveHistory(library, search, sort).map(({ id }) => id)));
  }
  const idsOf = async (token: number, revision: number): Promise<readonly number[]> => [...((await reader.pictureIds({ token, revision }, [[0, 9_999]])) ?? expect.fail('no longer there'))];

  /** Returns the ids of the view's rows. */
  async function compare({ total, pictures, groups, months, starts }: ViewFacts, expected: { readonly rows: readonly NaiveRow[]; readonly pictures: number }): Promise<readonly number[]> {
    const { token, revision, arrangement } = gallery ?? expect.fail('no gallery');
    const columns = (await reader.pictures({ token, revision }, [0, total])) ?? expect.fail('replaced');
    const { rows } = expected;
    expect([...columns.ids]).toEqual(rows.map(({ picture }) => picture.id));
    expect([...columns.marks]).toEqual(rows.map(({ picture }) => marksOf(picture)));
    expect([[...columns.widths], [...columns.heights]]).toEqual([rows.map(({ picture }) => picture.width), rows.map(({ picture }) => picture.height)]);
    expect([...columns.savedAt]).toEqual(rows.map(({ picture }) => Math.floor(picture.savedAt / 1000)));
    if (arrangement.stack !== null) {
      expect(pictures).toBe(expected.pictures);
      expect([...(columns.stackCounts ?? [])]).toEqual(rows.map(({ count }) => count));
      expect(numbered([...(columns.stacks ?? [])].map((key) => (key === -1 ? null : key)))).toEqual(numbered(rows.map(({ stack }) => stack)));
    }
    if (arrangement.group !== null) await compareGroups({ token, revision }, groups ?? expect.fail('no groups'), rows);
    await compareTimes({ token, revision }, { months, starts }, rows);
    return [...columns.ids];
  }

  /** Months, and the place of a date, which views have that are in an order by time. */
  async function compareTimes(at: { readonly token: number; readonly revision: number }, { months, starts }: Pick<ViewFacts, 'months' | 'starts'>, rows: readonly NaiveRow[]): Promise<void> {
    const { search, arrangement } = gallery ?? expect.fail('no gallery');
    if (arrangement.by !== 'time' || arrangement.stack !== null || (arrangement.group !== null && arrangement.group !== 'day')) return;
    const times = rows.map(({ picture }) => Math.floor(timeOf(search, picture) / 1000));
    const monthAt = times.map((time) => new Date(time * 1000)).map((date) => date.getFullYear() * 12 + date.getMonth());
    const begins = monthAt.flatMap((month, row) => (month === monthAt[row - 1] ? [] : [row]));
    expect([[...months], [...starts]]).toEqual([begins.map((row) => monthAt[row]), begins]);
    const middle = times[times.length >> 1] ?? 0;
    const place = arrangement.descending ? times.findIndex((time) => time < middle) : times.findLastIndex((time) => time < middle);
    expect(await reader.atTime(at, middle)).toBe(place < 0 ? times.length : place);
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
  packedMarks({ ...marksShown(noMarks), favourite, rating, trashed: trashedAt !== null, flag: flag === 0 ? null : flag === 1 ? 'pick' : 'reject', label: labels[label - 1] ?? null, noted: note !== null });

/** Numbers keys by their first occurrence, because the keys of a view are its own. */
function numbered(keys: readonly (string | number | null)[]): readonly (number | null)[] {
  const numbers = new Map<string | number, number>();
  return keys.map((key) => {
    if (key !== null && !numbers.has(key)) numbers.set(key, numbers.size);
    return key === null ? null : (numbers.get(key) ?? null);
  });
}

/** What a window has after it followed a change: the rows that it keeps, and those that it reads anew. */
function spliced<Id>(before: readonly Id[], splices: readonly Splice[], after: readonly Id[]): readonly (Id | undefined)[] {
  const kept: (Id | null)[] = [...before];
  for (const { at, removed, inserted } of splices.toReversed()) kept.splice(at, removed, ...Array.from({ length: inserted }, () => null));
  return kept.map((id, at) => id ?? after[at]);
}
