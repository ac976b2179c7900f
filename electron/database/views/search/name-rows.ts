import { fold } from '../../../../shared/search/text/fold.ts';
import type { TextLookup } from '../../../../shared/search/text/text-terms.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { indexesByTime } from './date-rows.ts';
import { rowsAtOnce, rowsInSlices } from './table-scan.ts';
import { phrase, trigramsMatch } from './full-text-query.ts';

/** In most libraries, no file has a name that a person gave. */
function hasNames({ sql }: Connection): boolean {
  return sql('SELECT 1 FROM picture_names LIMIT 1').get() !== undefined;
}

/** Whether any file name that a person gave contains these words. */
export function isInNames(connection: Connection, lookup: TextLookup): boolean {
  return hasNames(connection) && connection.sql('SELECT 1 FROM name_words WHERE name_words MATCH ? LIMIT 1').get(wordsInNames(lookup)) !== undefined;
}

/** The pictures with a file name that a person gave and that contains a term. Null if no such name can match, as in most libraries. */
export function nameRows(connection: Connection, lookup: TextLookup, span: RowSpan): Bits | null {
  if (!hasNames(connection)) return null;
  if (lookup.index === 'words') {
    if (!isInNames(connection, lookup)) return null;
    return rowsAtOnce(connection, 'SELECT rowid AS found FROM name_words WHERE name_words MATCH ?', [wordsInNames(lookup)], span);
  }
  const folded = fold(lookup.text);
  if (lookup.index === 'scan') {
    return rowsInSlices(connection, { select: 'SELECT image AS found FROM picture_names WHERE contains_folded(name, ?)', rowId: 'image', values: [folded], span });
  }
  const select = `SELECT image AS found FROM name_parts JOIN picture_names ON image = name_parts.rowid WHERE name_parts MATCH ? AND contains_folded(picture_names.name, ?)`;
  return rowsInSlices(connection, { select, rowId: 'name_parts.rowid', values: [trigramsMatch(folded), folded], span });
}

function wordsInNames({ words, prefix }: TextLookup): string {
  return `${phrase(words)}${prefix ? '*' : ''}`;
}

/** A picture whose file Latent named, and its path. */
export interface NamedFile {
  readonly id: number;
  readonly path: string;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Largest difference between UTC and local time, which is the time in file names. */
const farthestZone = 14 * hour;

/** The beginning of a file name that Latent gave: `2026-11-21`. The day may not be typed to its end yet. */
const ownDate = /^(\d{4})-(\d{2})(?:-(\d{0,2}))?(?= |$)/;
const ownTime = /^\d{2}\.\d{2}(?:\.\d{0,2})?$/;
const lengthOfTime = '2026-11-21 14.03.22'.length;

/** The pictures whose file name Latent gave, begins with the date in `text`, and contains all of `text`. Empty if `text` does not begin with a date. */
export function ownNames({ sql }: Connection, text: string): readonly NamedFile[] {
  const [beginning, year, month, days = ''] = ownDate.exec(text) ?? [];
  const found: NamedFile[] = [];
  if (beginning === undefined) return found;
  const [first, last] = [Number(days.padEnd(2, '0')), Math.min(31, Number(days.padEnd(2, '9')))];
  const until = Date.UTC(Number(year), Number(month) - 1, last + 1) + farthestZone;
  const statements = indexesByTime.map(({ index, rows }) =>
    sql(
      `SELECT images.id, path FROM tasks INDEXED BY ${index} JOIN images ON images.task = tasks.id
        WHERE ${rows} AND created_at >= ? AND created_at < ? AND images.status = 'kept' AND instr('/' || path, ?) > 0 AND contains_folded(path, ?)`,
    ),
  );
  for (let from = Date.UTC(Number(year), Number(month) - 1, first) - farthestZone; from < until; from += day) {
    for (const statement of statements) {
      for (const { id, path } of statement.all(from, Math.min(from + day, until), `/${beginning}`, fold(text))) found.push({ id: Number(id), path: String(path) });
    }
  }
  return found;
}

/** Whether two adjacent terms of a search are the date and the time of a file name. */
export function isMoment(date: string, time: string): boolean {
  return ownDate.exec(date)?.[0].length === 10 && ownTime.test(time);
}

/** Whether a text begins with the date of a file name. */
export function isDateOfName(text: string): boolean {
  return ownDate.test(text);
}

/** Whether a text is the time of a file name. */
export function isTimeOfName(text: string): boolean {
  return ownTime.test(text) && text.length === 8;
}

/** The files whose name contains a text. Its date and time are searched only for a date or a time, not for other numbers. */
export function filesNamed(files: readonly NamedFile[], text: string, span: RowSpan): Bits {
  const bits = createBits(span);
  const folded = fold(text);
  const inTime = ownDate.test(text) || ownTime.test(text);
  for (const { id, path } of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (fold(inTime ? name : name.slice(lengthOfTime)).includes(folded)) bits.add(id);
  }
  return bits;
}
