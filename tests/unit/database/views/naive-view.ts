import { noneOpen, oneWay, type Arrangement, type OpenStacks } from '../../../../shared/library/arrangement.ts';
import { dayKey, type TaskSort } from '../../../../shared/library/view.ts';
import { parseSearch } from '../../../../shared/search/parse.ts';
import { albumFilter, scopeOf } from '../../../../shared/search/search-scope.ts';
import { albums, day, templates, type NaiveLibrary, type NaivePicture, type NaiveTask } from './naive-library.ts';
import { start } from '../samples.ts';

/** What views must show, by plain code over arrays. */

/** A part of a search: what it finds by the task, and by a picture. */
export interface Part {
  readonly text: string;
  readonly task?: (task: NaiveTask) => boolean;
  readonly picture?: (picture: NaivePicture, library: NaiveLibrary) => boolean;
}

const words = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
const term = (word: string): Part => ({
  text: word,
  task: ({ prompt }) => words(prompt).includes(word),
  picture: ({ tags, note }) => [...tags, note ?? ''].some((text) => words(text).some((each) => each.startsWith(word))),
});
const local = (daysAgo: number): { readonly text: string; readonly at: number } => {
  const date = new Date(start - daysAgo * day);
  const text = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  return { text, at: new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() };
};
const inAlbum = (number: number): Part => ({ text: `album:"${albums[number]?.name}"`, picture: ({ id }, library) => library.inAlbums[number]?.includes(id) ?? false });

export const parts: readonly Part[] = [
  ...['fox', 'snow', 'cat', 'owl', 'beach', 'nothing'].map(term),
  { text: '"red fox"', task: ({ prompt }) => prompt.includes('red fox') },
  { text: '*now', task: ({ prompt }) => prompt.includes('now') },
  { text: '猫', task: ({ prompt }) => prompt.includes('猫') },
  { text: 'の中の', task: ({ prompt }) => prompt.includes('の中の') },
  { text: 'prompt:fox', task: ({ prompt }) => words(prompt).includes('fox') },
  { text: 'model:painter', task: ({ model }) => model.startsWith('painter') },
  { text: 'model:"painter-1"', task: ({ model }) => model === 'painter-1' },
  { text: 'quality:high', task: ({ quality }) => quality === 'high' },
  { text: 'batch:"Batch 2"', task: ({ batch }) => batch === 2 },
  { text: 'status:failed', task: ({ status }) => status === 'failed' },
  { text: 'is:unknown', task: ({ status }) => status === 'unknown' },
  { text: 'is:kept', task: ({ pictures }) => pictures.length > 0 },
  { text: 'cost:0.06', task: ({ cost }) => cost === 60_000_000 },
  { text: 'cost:>0.06', task: ({ cost }) => (cost ?? 0) > 60_000_000 },
  { text: `before:${local(20).text}`, task: ({ createdAt }) => createdAt < local(20).at },
  { text: `after:${local(40).text}`, task: ({ createdAt }) => createdAt >= local(39).at },
  { text: 'is:favourite', picture: ({ favourite }) => favourite },
  { text: 'is:unrated', picture: ({ rating }) => rating === 0 },
  { text: 'rating:>=3', picture: ({ rating }) => rating >= 3 },
  { text: 'rating:0..1', picture: ({ rating }) => rating <= 1 },
  { text: 'tag:beach', picture: ({ tags }) => tags.includes('beach') },
  { text: 'tag:none', picture: ({ tags }) => tags.length === 0 },
  { text: 'flag:picked', picture: ({ flag }) => flag === 1 },
  { text: 'flag:rejected,none', picture: ({ flag }) => flag !== 1 },
  { text: 'label:red', picture: ({ label }) => label === 1 },
  { text: 'is:labelled', picture: ({ label }) => label > 0 },
  { text: 'note:none', picture: ({ note }) => note === null },
  { text: 'note:owl', picture: ({ note }) => note?.includes('owl') ?? false },
  { text: 'size:landscape', picture: ({ width, height }) => width > height },
  { text: 'size:512x512', picture: ({ width, height }) => width === 512 && height === 512 },
  { text: 'ratio:<1', picture: ({ width, height }) => width < height },
  { text: 'in:odd', picture: ({ path }) => path.includes('/odd/') },
  { text: 'in:trash', picture: ({ trashedAt }) => trashedAt !== null },
  { text: 'in:anywhere', picture: () => true },
  inAlbum(0),
  inAlbum(1),
  { text: 'album:none', picture: ({ id }, { inAlbums }) => !inAlbums.some((ids) => ids.includes(id)) },
];

/** All clauses must hold, and any part of each. */
export interface NaiveSearch {
  readonly clauses: readonly (readonly { readonly part: Part; readonly negated: boolean }[])[];
}

export const textOf = ({ clauses }: NaiveSearch): string => clauses.map((anyOf) => `${anyOf.map(({ part, negated }) => `${negated ? '-' : ''}${part.text}`).join(' OR ')} `).join('');

const queryOf = (search: NaiveSearch): ReturnType<typeof parseSearch> => parseSearch(textOf(search), { year: 2026, month: 1, day: 1 });

/** The pictures of a search, newest first; in the trash, those that were put there last come first. */
function matching(library: NaiveLibrary, search: NaiveSearch): readonly NaivePicture[] {
  const scope = scopeOf(queryOf(search));
  const found = library.pictures().filter((picture) => {
    if (scope !== 'anywhere' && (picture.trashedAt !== null) !== (scope === 'trash')) return false;
    return search.clauses.every((anyOf) => anyOf.some(({ part, negated }) => ((part.task?.(picture.task) ?? false) || (part.picture?.(picture, library) ?? false)) !== negated));
  });
  const time = (picture: NaivePicture): number => (scope === 'trash' ? (picture.trashedAt ?? 0) : picture.savedAt);
  return found.toSorted((a, b) => time(b) - time(a) || b.id - a.id);
}

/** The position in the album of a search that is for one album only; null for other searches. */
function placeInAlbum(library: NaiveLibrary, search: NaiveSearch): ((picture: NaivePicture) => number) | null {
  const query = queryOf(search);
  const [value] = (scopeOf(query) === 'library' && albumFilter(query)?.values) || [];
  const ids = value?.of === 'name' ? library.inAlbums[albums.findIndex(({ name }) => name === value.text)] : undefined;
  return ids ? ({ id }) => ids.indexOf(id) : null;
}

function sorted(library: NaiveLibrary, search: NaiveSearch, byTime: readonly NaivePicture[], { by, descending }: Arrangement): readonly NaivePicture[] {
  if (by === 'time') return descending ? byTime : byTime.toReversed();
  const place = by === 'hand' ? placeInAlbum(library, search) : null;
  const values: Partial<Record<Arrangement['by'], (picture: NaivePicture) => number | null>> = {
    rating: ({ rating }) => rating || null,
    size: ({ width, height }) => width * height,
    cost: ({ task }) => (task.cost === null ? null : Math.floor(task.cost / 1000)),
    ...(place && { hand: (picture: NaivePicture) => -place(picture) }),
  };
  const value = values[by];
  return value === undefined ? byTime : sortedBy(byTime, value, descending || oneWay.includes(by));
}

/** Those without a value come last. Equal ones keep their order. */
function sortedBy<T>(items: readonly T[], value: (item: T) => number | string | null, descending: boolean): readonly T[] {
  return items.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other !== descending ? -1 : 1;
  });
}

const keysOf = {
  batch: ({ batch, row }: NaiveTask) => (batch > 0 ? `batch ${batch}` : `task ${row}`),
  template: ({ batch }: NaiveTask) => templates[batch - 1]?.trim() ?? null,
  prompt: ({ prompt }: NaiveTask) => prompt.trim() || null,
  model: ({ model }: NaiveTask) => model || null,
  batchOnly: ({ batch }: NaiveTask) => (batch > 0 ? `Batch ${batch}` : null),
} as const;

/** A row of a view. `count`: of a stack, negative if it is open; 0 below the top, and without a stack. */
export interface NaiveRow {
  readonly picture: NaivePicture;
  readonly stack: string | null;
  readonly count: number;
  /** The pictures that it hides. */
  readonly hides: readonly NaivePicture[];
  readonly group: string | number | null;
}

/** The rows of a gallery, and the number of its pictures. */
export function naiveGallery(library: NaiveLibrary, search: NaiveSearch, arrangement: Arrangement, opened: OpenStacks = noneOpen, without: readonly number[] = []): { readonly rows: readonly NaiveRow[]; readonly pictures: number } {
  const byTime = matching(library, search).filter(({ id }) => !without.includes(id));
  const order = sorted(library, search, byTime, arrangement);
  const { stack, group, by, descending } = arrangement;
  // In the trash, the day is that on which the picture was put there.
  const isTrash = scopeOf(queryOf(search)) === 'trash';
  const groupOf = ({ task, savedAt, trashedAt }: NaivePicture): NaiveRow['group'] => {
    const date = new Date(Math.floor(((isTrash ? trashedAt : null) ?? savedAt) / 1000) * 1000);
    return group === null ? null : group === 'day' ? dayKey(date.getFullYear(), date.getMonth(), date.getDate()) : keysOf[group === 'batch' ? 'batchOnly' : group](task);
  };
  const rows = stack === null || stack === 'copies' ? order.map((picture) => ({ picture, stack: null, count: 0, hides: [], group: groupOf(picture) })) : stacked(library, order, byTime, keysOf[stack], opened, groupOf);
  if (group === null) return { rows, pictures: order.length };
  const first = (by === 'time' && !descending ? rows.map((row) => row.group) : byTime.map(groupOf)).filter((key) => key !== null);
  const places = new Map([...new Set(first)].map((key, at) => [key, at]));
  return { rows: rows.toSorted((a, b) => (places.get(a.group ?? '') ?? Infinity) - (places.get(b.group ?? '') ?? Infinity) || 0), pictures: order.length };
}

function stacked(library: NaiveLibrary, order: readonly NaivePicture[], byTime: readonly NaivePicture[], keyOf: (task: NaiveTask) => string | null, opened: OpenStacks, groupOf: (picture: NaivePicture) => NaiveRow['group']): readonly NaiveRow[] {
  const all = new Map(library.pictures().map((picture) => [picture.id, picture]));
  const except = new Set<string | null>();
  for (const id of opened.except) {
    const picture = all.get(id);
    if (picture && !except.delete(keyOf(picture.task))) except.add(keyOf(picture.task));
  }
  const members = Map.groupBy(order, ({ task }) => keyOf(task));
  const newness = new Map(byTime.map((picture, at) => [picture, at]));
  const worth = ({ flag, rating, favourite }: NaivePicture): number => (flag + 1) * 12 + rating * 2 + Number(favourite);
  return order.flatMap((picture): readonly NaiveRow[] => {
    const key = keyOf(picture.task);
    const own = (key !== null && members.get(key)) || [picture];
    if (own[0] !== picture) return [];
    if (own.length === 1) return [{ picture, stack: null, count: 0, hides: [], group: groupOf(picture) }];
    const [best = picture] = own.toSorted((a, b) => worth(b) - worth(a) || (newness.get(a) ?? 0) - (newness.get(b) ?? 0));
    const others = own.filter((each) => each !== best);
    const isOpen = opened.all !== except.has(key);
    const top = { picture: best, stack: key, count: isOpen ? -own.length : own.length, hides: isOpen ? [] : others, group: groupOf(best) };
    return [top, ...(isOpen ? others : []).map((each) => ({ picture: each, stack: key, count: 0, hides: [], group: top.group }))];
  });
}

/** The tasks of a history. A task matches if any of its pictures does. Those whose outcome is unknown come first. */
export function naiveHistory(library: NaiveLibrary, search: NaiveSearch, { by, descending }: { readonly by: TaskSort; readonly descending: boolean }): readonly NaiveTask[] {
  const found = library.tasks.filter((task) =>
    search.clauses.every((anyOf) => anyOf.some(({ part, negated }) => ((part.task?.(task) ?? false) || task.pictures.some((picture) => part.picture?.(picture, library) ?? false)) !== negated)),
  );
  const newest = found.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  const values: Partial<Record<TaskSort, (task: NaiveTask) => number | string | null>> = {
    prompt: ({ prompt }) => prompt.toLowerCase(),
    model: ({ model }) => model.toLowerCase(),
    status: ({ status }) => status,
    cost: ({ cost }) => (cost === null ? null : Math.floor(cost / 1_000_000)),
  };
  const value = values[by];
  const order = by === 'created' ? (descending ? newest : newest.toReversed()) : value === undefined ? newest : sortedBy(newest, value, descending);
  return [...order.filter(({ status }) => status === 'unknown'), ...order.filter(({ status }) => status !== 'unknown')];
}
