import type { SQLInputValue } from 'node:sqlite';
import { isMarkWord, type MarkWord } from '../../../../shared/library/marks.ts';
import { fold } from '../../../../shared/search/text/fold.ts';
import { matchesName } from '../../../../shared/search/text/match-name.ts';
import { searchFlags, type NameValue, type NameOrNone, type NumberRange, type PlaceValue, type SearchFilter, type SearchFlag, type SizeValue } from '../../../../shared/search/query.ts';
import { statusesOf, type StatusWord } from '../../../../shared/search/statuses.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { costRows } from './cost-rows.ts';
import { duplicateRows } from '../similar/duplicate-rows.ts';
import { similarRows } from '../similar/similar-pictures.ts';
import { createdRows } from './date-rows.ts';
import { isShort, rowsByIndex, type Condition } from './index-scan.ts';
import { albumRows, flagRows, labelRows, markWordRows, noteRows, ratingRows } from './marked-rows.ts';
import { rowsAtOnce, rowsInSlices, type RowSpans } from './table-scan.ts';
import { idRows, promptRows, taggedRows } from './term-rows.ts';

interface Found {
  readonly tasks: Bits | null;
  readonly images: Bits | null;
}

/** The rows that satisfy a filter: any one of its values. */
export function filterRows(connection: Connection, filter: SearchFilter, spans: RowSpans): Found {
  const tasks = (condition: string, values: readonly SQLInputValue[] = []): Found => {
    const select = `SELECT id AS found FROM tasks WHERE (${condition})`;
    return { tasks: rowsInSlices(connection, { select, rowId: 'id', values, span: spans.task }), images: null };
  };
  /** For a column with an index. */
  const indexedTasks = (column: string, values: readonly unknown[]): Found => ({
    tasks: rowsAtOnce(connection, `SELECT id AS found FROM tasks WHERE ${column} IN (SELECT value FROM json_each(?))`, [JSON.stringify(values)], spans.task),
    images: null,
  });
  const tasksWith = (column: string, values: readonly unknown[]): Found => {
    if (values.length === 0) return { tasks: createBits(spans.task), images: null };
    return tasks(`${column} IN (SELECT value FROM json_each(?))`, [JSON.stringify(values)]);
  };
  const images = (condition: string, values: readonly SQLInputValue[] = []): Found => {
    const select = `SELECT id AS found FROM images WHERE (${condition})`;
    return { tasks: null, images: rowsInSlices(connection, { select, rowId: 'id', values, span: spans.image }) };
  };

  switch (filter.key) {
    case 'model':
      return indexedTasks('model', usedNames(connection, 'model', filter.values));
    case 'quality':
      return tasksWith('quality', usedNames(connection, 'quality', filter.values));
    case 'account': {
      const accounts = connection.sql('SELECT id, name FROM accounts').all().filter(({ name }) => filter.values.some((value) => matchesName(String(name), value)));
      return tasksWith('imported IS NULL AND account', accounts.map(({ id }) => id));
    }
    case 'batch': {
      // A batch is also named by its whole id, because two may have the same name.
      const batches = connection.sql('SELECT id, uuid, name FROM batches').all().filter(({ uuid, name }) => filter.values.some((value) => matchesName(String(name), value) || uuid === value.text));
      return indexedTasks('batch', batches.map(({ id }) => id));
    }
    case 'id': {
      const found = createBits(spans.task);
      for (const { text } of filter.values) found.union(idRows(connection, text, spans.task));
      return { tasks: found, images: null };
    }
    case 'prompt': {
      const found = createBits(spans.task);
      for (const value of filter.values) found.union(promptRows(connection, value, spans.task));
      return { tasks: found, images: null };
    }
    case 'seed':
      return indexedTasks('seed', filter.values.map(({ text }) => text));
    case 'cost': {
      const ranges = filter.values.flatMap(({ billionths }) => billionths ?? []);
      const found = costRows(connection, ranges, spans.task);
      if (ranges.length < filter.values.length) found.union(tasks('imported IS NULL AND counted_cost IS NULL').tasks ?? createBits(spans.task));
      return { tasks: found, images: null };
    }
    case 'like':
      return { tasks: null, images: similarRows(connection, filter.values, spans.image) };
    case 'flag':
      return { tasks: null, images: flagRows(connection, filter.values, spans.image) };
    case 'label':
      return { tasks: null, images: labelRows(connection, filter.values, spans.image) };
    case 'note':
      return { tasks: null, images: noteRows(connection, filter.values, spans.image) };
    case 'album':
      return { tasks: null, images: albumRows(connection, filter.values, spans.image) };
    case 'status':
      return { tasks: inStatus(connection, filter.values, spans.task), images: null };
    case 'before':
    case 'after':
    case 'on':
      return { tasks: createdRows(connection, filter.values, spans.task), images: null };
    case 'rating':
      return { tasks: null, images: ratingRows(connection, filter.values, spans.image) };
    case 'tag':
      return { tasks: null, images: tagged(connection, filter.values, spans.image) };
    case 'size':
    case 'ratio':
      return sized(connection, filter.values, spans);
    case 'in': {
      const places = filter.values.map(placeCondition);
      return images(places.map(({ condition }) => condition).join(' OR '), places.flatMap(({ values }) => values));
    }
    case 'is':
      return flagged(connection, filter.values, spans);
    default:
      return assertNever(filter);
  }
}

/** The task has brought a picture, which may have been removed since. */
const hadPicture = `(images_kept > 0 OR EXISTS (SELECT 1 FROM images WHERE task = tasks.id AND removed_at IS NOT NULL))`;

/**
 * The tasks in groups of statuses. A finished task is done once it has brought a picture, and in progress until then. Only completed tasks,
 * which are many, are scanned. Indexes find the others.
 */
function inStatus(connection: Connection, words: readonly StatusWord[], span: RowSpan): Bits {
  const statuses = words.flatMap(statusesOf);
  const found = rowsAtOnce(connection, 'SELECT id AS found FROM tasks WHERE imported IS NULL AND status IN (SELECT value FROM json_each(?))', [JSON.stringify(statuses)], span);
  if (words.includes('in-progress')) {
    found.union(rowsAtOnce(connection, `SELECT id AS found FROM tasks WHERE unfinished = 1 AND status = 'completed' AND imported IS NULL AND NOT ${hadPicture}`, [], span));
  }
  const finished = [...(words.includes('done') ? [hadPicture] : []), ...(words.includes('no-picture') || words.includes('problem') ? [`(images_waiting = 0 AND NOT ${hadPicture})`] : [])];
  if (finished.length > 0) {
    const select = `SELECT id AS found FROM tasks WHERE imported IS NULL AND status = 'completed' AND (${finished.join(' OR ')})`;
    found.union(rowsInSlices(connection, { select, rowId: 'id', values: [], span }));
  }
  return found;
}

/** The values in use that match one of the names. */
function usedNames(connection: Connection, field: UsedField, wanted: readonly NameValue[]): readonly string[] {
  return usedValues(connection, field).filter((name) => wanted.some((value) => matchesName(name, value)));
}

type UsedField = 'model' | 'size' | 'quality';

function usedValues({ sql }: Connection, field: UsedField): readonly string[] {
  return sql('SELECT value FROM used_values WHERE field = ?').all(field).map(({ value }) => String(value));
}

function within(column: string, { min, max }: NumberRange): Condition {
  return { condition: `(${column} >= ? AND ${column} <= ?)`, values: [min ?? 0, max ?? Number.MAX_SAFE_INTEGER] };
}

function tagged(connection: Connection, values: readonly NameOrNone[], span: RowSpan): Bits {
  const names = values.flatMap((value) => (value.of === 'name' ? [value] : []));
  const tags = connection.sql('SELECT id, name FROM tags').all().filter(({ name }) => names.some((value) => matchesName(String(name), value)));
  const found = taggedRows(connection, tags.map(({ id }) => id), span);
  if (names.length < values.length) found.union(untagged(connection, span));
  return found;
}

function untagged(connection: Connection, span: RowSpan): Bits {
  const select = 'SELECT id AS found FROM images WHERE NOT EXISTS (SELECT 1 FROM image_tags WHERE image = images.id)';
  return rowsInSlices(connection, { select, rowId: 'id', values: [], span });
}

/** Compares the sides of pictures. Tasks without a picture are compared by the size that they requested. */
function sized(connection: Connection, values: readonly SizeValue[], spans: RowSpans): Found {
  const sides = values.flatMap((value): readonly Condition[] => {
    switch (value.of) {
      case 'sides': {
        const [width, height] = [within('width', value.width), within('height', value.height)];
        return [{ condition: `(${width.condition} AND ${height.condition})`, values: [...width.values, ...height.values] }];
      }
      case 'longer-side':
        return [within('max(width, height)', value.side)];
      case 'shape':
        return [{ condition: { landscape: '(width > height)', portrait: '(width < height)', square: '(width = height)' }[value.shape], values: [] }];
      case 'ratio':
        return [{ condition: '(width >= ? * height AND width <= ? * height)', values: [value.min ?? 0, value.max ?? highestRatio] }];
      case 'asked':
        return [];
    }
  });
  const asked = values.flatMap((value) => (value.of === 'asked' ? [value] : []));
  const named = usedNames(connection, 'size', asked);
  const unmade = usedValues(connection, 'size').filter((name) => values.some((value) => asksFor(name, value)));
  const tasks = rowsByIndex(connection, 'tasks', {
    index: 'tasks_by_size',
    condition: 'size IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify([...named, ...unmade])],
    further: { condition: '(images_kept = 0 OR size IN (SELECT value FROM json_each(?)))', values: [JSON.stringify(named)] },
    span: spans.task,
  });
  if (sides.length === 0) return { tasks, images: null };
  const condition = `status = 'kept' AND (${sides.map((side) => side.condition).join(' OR ')})`;
  const sideValues = sides.flatMap((side) => side.values);
  // This index has both sides, so that reading all of it takes a tenth of the time that the table takes.
  const images = isShort(spans.image)
    ? rowsInSlices(connection, { select: `SELECT id AS found FROM images NOT INDEXED WHERE ${condition}`, rowId: 'id', values: sideValues, span: spans.image })
    : rowsAtOnce(connection, `SELECT id AS found FROM images INDEXED BY images_by_size WHERE ${condition}`, sideValues, spans.image);
  return { tasks, images };
}

/** Higher than the ratio of any picture. */
const highestRatio = 1e9;

/** Whether a requested size, such as `1024x1536`, matches. */
function asksFor(name: string, value: SizeValue): boolean {
  const [, first, second] = /^(\d{1,5})\s*[x×*]\s*(\d{1,5})$/i.exec(name.trim()) ?? [];
  if (first === undefined || second === undefined) return false;
  const [width, height] = [Number(first), Number(second)];
  const inside = (side: number, { min, max }: NumberRange): boolean => side >= (min ?? 0) && side <= (max ?? Infinity);
  switch (value.of) {
    case 'sides':
      return inside(width, value.width) && inside(height, value.height);
    case 'longer-side':
      return inside(Math.max(width, height), value.side);
    case 'shape':
      return { landscape: width > height, portrait: width < height, square: width === height }[value.shape];
    case 'ratio':
      return width >= (value.min ?? 0) * height && width <= (value.max ?? highestRatio) * height;
    case 'asked':
      return false;
  }
}

function placeCondition(place: PlaceValue): Condition {
  switch (place.of) {
    case 'trash':
      return { condition: 'trashed_at IS NOT NULL', values: [] };
    case 'anywhere':
      return { condition: `status = 'kept'`, values: [] };
    case 'folder': {
      const folder = `/${fold(place.path.replace(/^\/+|\/+$/g, ''))}/`;
      // SQLite's `lower` folds ASCII only. `in_folder` takes twice as long, so it is called only for paths with other characters.
      const other = 'octet_length(path) > length(path) AND in_folder(path, ?)';
      return { condition: `(status = 'kept' AND (instr('/' || lower(path), ?) > 0 OR (${other})))`, values: [folder, folder] };
    }
  }
}

const taskFlags: Readonly<Record<Exclude<SearchFlag, MarkWord | 'duplicate'>, string>> = {
  kept: 'images_kept > 0',
  running: `status IN ('queued', 'submitting', 'processing', 'paused')`,
  failed: `status IN ('failed', 'rejected')`,
  unknown: `status = 'unknown'`,
  imported: 'imported IS NOT NULL',
};

function flagged(connection: Connection, words: readonly (SearchFlag | StatusWord)[], spans: RowSpans): Found {
  const found: { images: Bits | null; tasks: Bits | null } = { images: null, tasks: null };
  const add = (to: keyof typeof found, rows: Bits): void => {
    if (found[to] === null) found[to] = rows;
    else found[to].union(rows);
  };
  for (const flag of words.filter(isFlag)) {
    if (flag === 'duplicate') add('images', duplicateRows(connection, spans.image));
    else if (isMarkWord(flag)) add('images', markWordRows(connection, flag, spans.image));
    else add('tasks', rowsByIndex(connection, 'tasks', { condition: taskFlags[flag], values: [], span: spans.task }));
  }
  const statuses = words.filter((word): word is StatusWord => !isFlag(word));
  if (statuses.length > 0) add('tasks', inStatus(connection, statuses, spans.task));
  return found;
}

/** `failed` and `unknown` are flags as well as statuses. After `is:`, they are flags. */
function isFlag(word: SearchFlag | StatusWord): word is SearchFlag {
  return (searchFlags as readonly string[]).includes(word);
}
