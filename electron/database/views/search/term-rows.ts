import { fold, foldAsItIs } from '../../../../shared/search/text/fold.ts';
import { beginningIn } from '../../../../shared/search/text/match-name.ts';
import type { NameValue, SearchTerm } from '../../../../shared/search/query.ts';
import { lookupOf, promptLookup, type TextLookup } from '../../../../shared/search/text/text-terms.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { isInNotes, notesOfTerm } from './marked-rows.ts';
import { isDateOfName, isInNames, isTimeOfName, filesNamed, nameRows, ownNames, type NamedFile } from './name-rows.ts';
import { parseNumbers } from '../number-list.ts';
import { rowsAtOnce, rowsInSlices, shortSpan, type RowSpans } from './table-scan.ts';
import { createStride } from '../stride.ts';
import { allOf, trigramsMatch, wordsMatch, type WordsMatch } from './full-text-query.ts';

const textColumns = ['prompt', 'model', 'title', 'said_code', 'said_message'] as const;
type TextColumns = readonly (typeof textColumns)[number][];

/** What the other terms of a search require. */
export interface OtherTerms {
  /** The files whose name was pasted. Of the names that Latent gave, only these are then searched. Null if no name was pasted. */
  readonly pasted: readonly NamedFile[] | null;
  /** Words that every text has to contain. Null if there are none. */
  readonly inTexts: WordsMatch | null;
}

/** The rows whose prompt, model, title, error, ids, tags, note or file name contain a term. May leave out texts without the words of the other terms. */
export function termRows(
  connection: Connection,
  term: SearchTerm,
  spans: RowSpans,
  { pasted, inTexts }: OtherTerms,
): { readonly tasks: Bits; readonly images: Bits | null } {
  const lookup = lookupOf(term);
  const tasks = textRows(connection, lookup, spans.task, inTexts);
  if (isPartOfId(lookup.text)) tasks.union(idRows(connection, lookup.text, spans.task));
  const found = [
    tagRows(connection, lookup.text, spans.image),
    notesOfTerm(connection, lookup, spans.image),
    nameRows(connection, lookup, spans.image),
    pasted === null ? fileRows(connection, lookup.text, spans.image) : filesNamed(pasted, lookup.text, spans.image),
  ];
  const [images = null, ...others] = found.filter((rows) => rows !== null);
  for (const rows of others) images?.union(rows);
  return { tasks, images };
}

/** Whether the index of words alone finds all rows of a term, because the term is in no tag, note, id or file name. */
export function isInTextsOnly(connection: Connection, lookup: TextLookup): boolean {
  const { index, text } = lookup;
  if (index !== 'words' || looksLikeFile(text) || isTimeOfName(text) || isDateOfName(text)) return false;
  return !isInNames(connection, lookup) && !(isPartOfId(text) && isBeginningOfId(connection, text)) && tagsNamed(connection, text).length === 0 && !isInNotes(connection, lookup);
}

/** The tasks with a word in their prompt that begins with a text. If the text is exact, its words must occur in this order. */
export function promptRows(connection: Connection, value: NameValue, span: RowSpan): Bits {
  const lookup = promptLookup(value);
  if (lookup.index !== 'words') return textRows(connection, lookup, span, null, ['prompt']);
  const match = wordsMatch(connection, lookup);
  // The column `apart` repeats texts with spaces between scripts.
  return wordRows(connection, match && { ...match, text: `{prompt apart} : (${match.text})` }, span);
}

function textRows(connection: Connection, lookup: TextLookup, span: RowSpan, others: WordsMatch | null, columns: TextColumns = textColumns): Bits {
  if (lookup.index === 'words') {
    const match = wordsMatch(connection, lookup);
    // The index intersects lists while it reads them, so rare words make it skip most rows of a frequent one.
    return wordRows(connection, others === null ? match : allOf([others, match]), span);
  }
  if (lookup.index === 'trigrams') {
    const folded = fold(lookup.text);
    const select = `SELECT tasks.id AS found FROM task_parts JOIN tasks ON tasks.id = task_parts.rowid
      WHERE task_parts MATCH ? AND (${columns.map((column) => `contains_folded(tasks.${column}, ?)`).join(' OR ')})`;
    return rowsInSlices(connection, { select, rowId: 'task_parts.rowid', values: [partsMatch(lookup.text), ...columns.map(() => folded)], span });
  }
  const scans = scansFor(lookup.text);
  const conditions = scans.flatMap(({ condition }) => columns.map(condition));
  const select = `SELECT id AS found FROM tasks WHERE (${conditions.join(' OR ')})`;
  return rowsInSlices(connection, { select, rowId: 'id', values: scans.flatMap(({ values }) => columns.flatMap(() => values)), span });
}

/** Rows of the first step through the index of words, about a millisecond. */
const rowsOfWords = 10_000;

/** `match` null: no text has the word. A step ends after a number of rows that match, so that one is enough for rare words: each step looks up all words anew. */
export function wordRows(connection: Connection, match: WordsMatch | null, span: RowSpan): Bits {
  if (match === null) return createBits(span);
  const select = 'SELECT rowid AS found FROM task_words WHERE task_words MATCH ?';
  if (match.gathers) return rowsAtOnce(connection, select, [match.text], span);
  const bits = createBits(span);
  const statement = connection.sql(
    `SELECT group_concat(found) AS rows, count(*) AS n, max(found) AS last FROM (${select} AND rowid > CAST(? AS INTEGER) AND rowid <= CAST(? AS INTEGER) ORDER BY rowid LIMIT ?)`,
  );
  const stride = createStride(rowsOfWords);
  for (let low: number | null = span.after; low !== null; ) {
    const from: number = low;
    low = stride((rows) => {
      const row = statement.get(match.text, from, span.last, rows);
      parseNumbers(row?.['rows'], bits.add);
      return Number(row?.['n']) < rows ? null : Number(row?.['last']);
    });
  }
  return bits;
}

/** Matches both composed and decomposed text (NFC and NFD), because the index holds texts as they were entered. */
function partsMatch(text: string): string {
  const [composed, decomposed] = [fold(text), foldAsItIs(text.normalize('NFD'))];
  return composed === decomposed ? trigramsMatch(composed) : `(${trigramsMatch(composed)}) OR (${trigramsMatch(decomposed)})`;
}

interface Scan {
  readonly condition: (column: string) => string;
  readonly values: readonly string[];
}

/** In decomposed text (NFD), the text may be found within another character, so each row found that way is checked with `contains_folded`. */
function scansFor(text: string): readonly Scan[] {
  const spellings = casesOf(text);
  const decomposed = spellings.map((spelling) => spelling.normalize('NFD')).filter((spelling) => !spellings.includes(spelling));
  return [
    ...spellings.map((spelling) => ({ condition: (column: string) => `instr(${column}, ?) > 0`, values: [spelling] })),
    ...decomposed.map((spelling) => ({ condition: (column: string) => `(instr(${column}, ?) > 0 AND contains_folded(${column}, ?))`, values: [spelling, fold(text)] })),
  ];
}

/** All spellings of one or two characters in upper and lower case. They are searched in every row, and SQLite folds the case of ASCII only. */
function casesOf(text: string): readonly string[] {
  let spellings = [''];
  for (const character of text) {
    const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
    spellings = spellings.flatMap((start) => cases.map((end) => start + end));
  }
  return spellings;
}

/** The range of each id column's index in which ids begin with a text. No character sorts after the last code point. */
function idRanges(text: string): readonly { readonly column: string; readonly from: string; readonly until: string }[] {
  return Object.entries({ uuid: text.toLowerCase(), remote_id: text }).map(([column, from]) => ({ column, from, until: `${from}\u{10ffff}` }));
}

/** Shorter texts are the beginning of too many ids to mean one: every sixteenth id begins with `f`. The filter `id:` finds them. */
const shortestId = 4;

function isPartOfId(text: string): boolean {
  return text.length >= shortestId && !text.includes(' ');
}

function isBeginningOfId({ sql }: Connection, text: string): boolean {
  return idRanges(text).some(({ column, from, until }) => sql(`SELECT 1 FROM tasks WHERE ${column} >= ? AND ${column} < ? LIMIT 1`).get(from, until) !== undefined);
}

/**
 * The tasks whose local or remote id begins with a text. Reads the index in slices, because every id may begin with a text such as `task`. In that
 * case it scans a short span instead.
 */
export function idRows(connection: Connection, text: string, span: RowSpan): Bits {
  const { sql } = connection;
  const bits = createBits(span);
  const length = span.last - span.after;
  for (const { column, from, until } of idRanges(text)) {
    const isMany = length <= shortSpan && Number(sql(`SELECT count(*) AS n FROM (SELECT 1 FROM tasks WHERE ${column} >= ? AND ${column} < ? LIMIT ?)`).get(from, until, length + 1)?.['n']) > length;
    if (isMany) {
      // The unary plus keeps SQLite from using the index of the ids.
      const select = `SELECT id AS found FROM tasks WHERE +${column} >= ? AND +${column} < ?`;
      bits.union(rowsInSlices(connection, { select, rowId: 'id', values: [from, until], span }));
      continue;
    }
    const statement = sql(
      `SELECT group_concat(id) AS rows, count(*) AS n, max(named) AS last FROM
        (SELECT id, ${column} AS named FROM tasks WHERE (${column}, id) > (?, ?) AND ${column} < ? ORDER BY ${column}, id LIMIT ?)`,
    );
    const stride = createStride();
    let at: readonly [named: string, id: number] | null = [from, -1];
    while (at !== null) {
      const [named, id]: readonly [string, number] = at;
      at = stride((rows): typeof at => {
        const row = statement.get(named, id, until, rows);
        let lastId = -1;
        parseNumbers(row?.['rows'], (found) => {
          bits.add(found);
          lastId = found;
        });
        return Number(row?.['n']) < rows ? null : [String(row?.['last']), lastId];
      });
    }
  }
  return bits;
}

/** Row numbers of the tags in whose name a word begins with a text. It runs for every letter typed, so it compares names that are stored folded. */
export function tagsNamed({ sql }: Connection, text: string): readonly unknown[] {
  const wanted = fold(text);
  return sql('SELECT id, folded FROM tags WHERE instr(folded, ?) > 0').all(wanted).flatMap(({ id, folded }) => (beginningIn(String(folded), wanted) >= 0 ? [id] : []));
}

function tagRows(connection: Connection, text: string, span: RowSpan): Bits | null {
  const tags = tagsNamed(connection, text);
  return tags.length === 0 ? null : taggedRows(connection, tags, span);
}

/** The pictures that have any of these tags, by their row numbers. */
export function taggedRows(connection: Connection, tags: readonly unknown[], span: RowSpan): Bits {
  const select = 'SELECT image AS found FROM image_tags WHERE tag IN (SELECT value FROM json_each(?))';
  return rowsInSlices(connection, { select, rowId: 'image', values: [JSON.stringify(tags)], span });
}

/** Whether to search a text in every path: a whole file name or a part of a path. Words find the times and prompts in names that Latent gave. */
function looksLikeFile(text: string): boolean {
  return /\.(?:png|jpe?g|webp|avif|gif)$/i.test(text) || (text.includes('/') && text.length > 3);
}

function fileRows(connection: Connection, text: string, span: RowSpan): Bits | null {
  if (!looksLikeFile(text) && !isTimeOfName(text)) {
    const files = ownNames(connection, text);
    return files.length === 0 ? null : filesNamed(files, text, span);
  }
  const select = `SELECT id AS found FROM images WHERE status = 'kept' AND instr(lower(path), lower(?)) > 0`;
  return rowsInSlices(connection, { select, rowId: 'id', values: [text], span });
}
