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

/** Without the accents of Latin letters, in lower case. */
const folded = (text: string): string => [...text.normalize('NFC').toLowerCase()].map((letter) => /^[a-z]/.exec(letter.normalize('NFD'))?.[0] ?? letter).join('');
const words = (text: string): readonly string[] => folded(text).match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]+/gu) ?? [];
const begins = (text: string, word: string): boolean => words(text).some((each) => each.startsWith(folded(word)));
/** A whole word of a prompt, or the beginning of one in a tag or note. */
const term = (text: string): Part => ({
  text,
  task: ({ prompt }) => words(prompt).includes(folded(text)),
  picture: ({ tags, note }) => [...tags, note ?? ''].some((each) => begins(each, text)),
});
/** A text anywhere in a prompt or note, or at the beginning of a word of a tag. */
const within = (text: string, inside: string): Part => ({
  text,
  task: ({ prompt }) => folded(prompt).includes(folded(inside)),
  picture: ({ tags, note }) => folded(note ?? '').includes(folded(inside)) || tags.some((tag) => begins(tag, inside)),
});
const isIn = (text: string, ...folders: readonly string[]): Part => ({ text: `in:${text}`, picture: ({ path }) => folders.includes(path.normalize('NFC').split('/').slice(1, -1).join('/')) });
const local = (daysAgo: number): { readonly text: string; readonly at: number } => {
  const date = new Date(start - daysAgo * day);
  const text = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  return { text, at: new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() };
};
const inAlbum = (number: number): Part => ({ text: `album:"${albums[number]?.name.replaceAll('"', '""')}"`, picture: ({ id }, library) => library.inAlbums[number]?.includes(id) ?? false });

export const parts: readonly Part[] = [
  ...['fox', 'snow', 'cat', 'owl', 'beach', 'nothing', 'creme', 'Brûlée', 'neon', 'чайник', 'синий', 'zoe'].map(term),
  ...['猫', 'の中の', 'ガラス', 'ガ', 'ガラスの城', '한국의', '한', '하', '*now', '*OX', '*айни', '*иний', '*rint'].flatMap((text) => [text, text.normalize('NFD')].map((typed) => within(typed, text.replace('*', '')))),
  ...['red fox', 'grey cat', 'синий чайник'].map((text) => within(`"${text}"`, text)),
  ...['moderation', '*oderati'].map((text): Part => ({ text, task: ({ status }) => status === 'failed' })),
  { text: 'id:task_1', task: ({ remoteId }) => remoteId.startsWith('task_1') },
  { text: 'task_12', task: ({ remoteId }) => remoteId.startsWith('task_12') },
  ...['fox', 'neon'].map((text): Part => ({ text: `prompt:${text}`, task: ({ prompt }) => begins(prompt, text) })),
  { text: 'prompt:"a red fox"', task: ({ prompt }) => prompt.includes('a red fox') },
  { text: 'prompt:painter', task: () => false },
  { text: 'prompt:猫', task: ({ prompt }) => prompt.includes('猫') },
  { text: 'model:etude', task: ({ model }) => model === 'Étude 2' },
  { text: 'model:painter', task: ({ model }) => model.startsWith('painter') },
  { text: 'model:"painter-1"', task: ({ model }) => model === 'painter-1' },
  { text: 'quality:high', task: ({ quality }) => quality === 'high' },
  { text: 'batch:"Batch 2"', task: ({ batch }) => batch === 2 },
  { text: 'status:failed', task: ({ status }) => status === 'failed' },
  { text: 'is:unknown,failed', task: ({ status }) => status === 'unknown' || status === 'failed' },
  { text: 'is:failed', task: ({ status }) => status === 'failed' },
  { text: 'is:running', task: ({ status }) => ['queued', 'submitting', 'processing', 'paused'].includes(status) },
  // Nothing here came from elsewhere or is like another picture.
  { text: 'is:imported', task: () => false },
  { text: 'is:duplicate', picture: () => false },
  { text: 'is:unknown', task: ({ status }) => status === 'unknown' },
  { text: 'is:kept', task: ({ pictures }) => pictures.length > 0 },
  { text: 'cost:0.06', task: ({ cost }) => cost === 60_000_000 },
  { text: 'cost:>0.06', task: ({ cost }) => (cost ?? 0) > 60_000_000 },
  { text: 'cost:0.06..0.12', task: ({ cost }) => cost !== null && cost >= 60_000_000 && cost <= 120_000_000 },
  { text: 'cost:none', task: ({ cost }) => cost === null },
  { text: `before:${local(20).text}`, task: ({ createdAt }) => createdAt < local(20).at },
  { text: `after:${local(40).text}`, task: ({ createdAt }) => createdAt >= local(39).at },
  { text: 'is:favourite', picture: ({ favourite }) => favourite },
  { text: 'is:rated', picture: ({ rating }) => rating > 0 },
  { text: 'is:unrated', picture: ({ rating }) => rating === 0 },
  { text: 'rating:>=3', picture: ({ rating }) => rating >= 3 },
  { text: 'rating:0..1', picture: ({ rating }) => rating <= 1 },
  { text: 'tag:beach', picture: ({ tags }) => tags.includes('beach') },
  ...['tag:none', 'is:untagged'].map((text): Part => ({ text, picture: ({ tags }) => tags.length === 0 })),
  { text: 'is:tagged', picture: ({ tags }) => tags.length > 0 },
  ...['flag:picked', 'is:picked'].map((text): Part => ({ text, picture: ({ flag }) => flag === 1 })),
  { text: 'flag:rejected,none', picture: ({ flag }) => flag !== 1 },
  { text: 'flag:picked,none', picture: ({ flag }) => flag !== -1 },
  { text: 'is:rejected', picture: ({ flag }) => flag === -1 },
  { text: 'is:unflagged', picture: ({ flag }) => flag === 0 },
  { text: 'label:red,blue', picture: ({ label }) => label === 1 || label === 4 },
  { text: 'label:red', picture: ({ label }) => label === 1 },
  { text: 'is:labelled', picture: ({ label }) => label > 0 },
  { text: 'note:none', picture: ({ note }) => note === null },
  { text: 'is:noted', picture: ({ note }) => note !== null },
  ...['owl', '"the owl"', 'zoe'].map((text): Part => ({ text: `note:${text}`, picture: ({ note }) => folded(note ?? '').includes(text.replaceAll('"', '')) })),
  { text: 'size:>=1024', picture: ({ width, height }) => Math.max(width, height) >= 1024 },
  { text: 'size:landscape', picture: ({ width, height }) => width > height },
  { text: 'size:512x512', picture: ({ width, height }) => width === 512 && height === 512 },
  { text: 'ratio:<1', picture: ({ width, height }) => width < height },
  { text: 'ratio:4:3', picture: ({ width, height }) => width * 3 === height * 4 },
  { text: 'ratio:square,portrait', picture: ({ width, height }) => width <= height },
  isIn('odd', 'odd'),
  ...['Фото', 'ФОТО/лето', 'лето'].map((text) => isIn(text, 'Фото/Лето')),
  isIn('фот'),
  isIn('ecran', 'Écran'),
  isIn('Übungen', 'Übungen'),
  isIn('Übungen'.normalize('NFD'), 'Übungen'),
  isIn('uebungen', 'Uebungen'),
  { text: 'in:trash,odd', picture: ({ path, trashedAt }) => trashedAt !== null || path.includes('/odd/') },
  { text: 'is:t', picture: ({ tags }) => tags.length > 0 },
  ...['in:trash', 'is:trashed'].map((text): Part => ({ text, picture: ({ trashedAt }) => trashedAt !== null })),
  { text: 'in:anywhere', picture: () => true },
  inAlbum(0),
  inAlbum(1),
  { text: 'album:trip', picture: ({ id }, { inAlbums }) => inAlbums.some((ids) => ids.includes(id)) },
  { text: `album:"${albums[0]?.id}"`, picture: ({ id }, { inAlbums }) => inAlbums[0]?.includes(id) ?? false },
  { text: 'album:none', picture: ({ id }, { inAlbums }) => !inAlbums.some((ids) => ids.includes(id)) },
];

/** The last word of a search while it is typed: words of prompts also match with their beginnings. */
export const typedParts: readonly Part[] = [
  ...['fox', 'sno', 'foxgl', 'crèm', 'walki', 'чай', 'oxglo', 'bea'].map((text) => ({ ...term(text), task: ({ prompt }: NaiveTask) => begins(prompt, text) })),
  ...['"grey ca', '"a fox'].map((text) => within(text, text.slice(1))),
];

/** All clauses must hold, and any part of each. */
export interface NaiveSearch {
  readonly clauses: readonly (readonly { readonly part: Part; readonly negated: boolean }[])[];
  readonly typed: Part | null;
}

export const textOf = ({ clauses, typed }: NaiveSearch): string =>
  `${clauses.map((anyOf) => `${anyOf.map(({ part, negated }) => `${negated ? '-' : ''}${part.text}`).join(' OR ')} `).join('')}${typed?.text ?? ''}`;

const matches = ({ clauses, typed }: NaiveSearch, has: (part: Part) => boolean): boolean =>
  clauses.every((anyOf) => anyOf.some(({ part, negated }) => has(part) !== negated)) && (typed === null || has(typed));

const queryOf = (search: NaiveSearch): ReturnType<typeof parseSearch> => parseSearch(textOf(search), { year: 2026, month: 1, day: 1 });

/** The pictures of a search, newest first; in the trash, those that were put there last come first. */
function matching(library: NaiveLibrary, search: NaiveSearch): readonly NaivePicture[] {
  const scope = scopeOf(queryOf(search));
  const found = library.pictures().filter((picture) => {
    if (scope !== 'anywhere' && (picture.trashedAt !== null) !== (scope === 'trash')) return false;
    return matches(search, (part) => (part.task?.(picture.task) ?? false) || (part.picture?.(picture, library) ?? false));
  });
  return found.toSorted((a, b) => timeOf(search, b) - timeOf(search, a) || b.id - a.id);
}

/** The time that orders a picture, in milliseconds. */
export const timeOf = (search: NaiveSearch, { savedAt, trashedAt }: NaivePicture): number => (scopeOf(queryOf(search)) === 'trash' ? (trashedAt ?? 0) : savedAt);

/** The number of the album that a search is for; -1 for other searches. */
export function albumOf(search: NaiveSearch): number {
  const query = queryOf(search);
  const [value, ...others] = (scopeOf(query) === 'library' && albumFilter(query)?.values) || [];
  return value?.of === 'name' && others.length === 0 ? albums.findIndex(({ id, name }) => name === value.text || id === value.text) : -1;
}

function sorted(library: NaiveLibrary, search: NaiveSearch, byTime: readonly NaivePicture[], { by, descending }: Arrangement): readonly NaivePicture[] {
  if (by === 'time') return descending ? byTime : byTime.toReversed();
  const inOrder = by === 'hand' ? library.inAlbums[albumOf(search)] : undefined;
  const values: Partial<Record<Arrangement['by'], (picture: NaivePicture) => number | null>> = {
    rating: ({ rating }) => rating || null,
    size: ({ width, height }) => width * height,
    cost: ({ task }) => (task.cost === null ? null : Math.floor(task.cost / 1000)),
    ...(inOrder && { hand: ({ id }: NaivePicture) => -inOrder.indexOf(id) }),
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

/** The tasks of a history. A task matches if any of its pictures does. Those whose outcome is unknown and that nobody hid come first. */
export function naiveHistory(library: NaiveLibrary, search: NaiveSearch, { by, descending }: { readonly by: TaskSort; readonly descending: boolean }): readonly NaiveTask[] {
  const found = library.tasks.filter((task) => matches(search, (part) => (part.task?.(task) ?? false) || task.pictures.some((picture) => part.picture?.(picture, library) ?? false)));
  const newest = found.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  const values: Partial<Record<TaskSort, (task: NaiveTask) => number | string | null>> = {
    prompt: ({ prompt }) => prompt.toLowerCase(),
    model: ({ model }) => model.toLowerCase(),
    status: ({ status }) => status,
    took: ({ stored: { endedAt, createdAt } }) => (endedAt === null ? null : endedAt - createdAt),
    cost: ({ cost }) => (cost === null ? null : Math.floor(cost / 1_000_000)),
  };
  const value = values[by];
  const order = by === 'created' ? (descending ? newest : newest.toReversed()) : value === undefined ? newest : sortedBy(newest, value, descending);
  const undecided = order.filter(({ status, dismissed }) => status === 'unknown' && !dismissed);
  return [...undecided, ...order.filter((task) => !undecided.includes(task))];
}
