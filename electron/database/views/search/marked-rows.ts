import { ownMarks, type Label, type MarkWord } from '../../../../shared/library/marks.ts';
import { fold } from '../../../../shared/search/text/fold.ts';
import type { FlagWord, NameOrNone, NumberRange } from '../../../../shared/search/query.ts';
import type { TextLookup } from '../../../../shared/search/text/text-terms.ts';
import { idList } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { markedPictures, type MarkedPictures } from '../../tables/pictures/mark-columns.ts';
import { parseNumbers } from '../number-list.ts';
import { albumsNamed } from '../orders/album-order.ts';
import { createBits, type Bits, type RowSpan } from './bit-set.ts';
import { idsByTime, isShort, rowsByIndex, type Condition } from './index-scan.ts';
import { rowsInSlices } from './table-scan.ts';

/** The pictures that `is:` finds by a mark. `further`: a condition on those pictures that the index does not cover. */
export function markWordRows(connection: Connection, word: MarkWord, span: RowSpan, further?: Condition): Bits {
  const { isInverted = false, ...marked }: MarkedPictures = markedPictures[word];
  const found = rowsByIndex(connection, 'images', { ...marked, values: [], ...(further && { further }), span });
  if (isInverted) found.invert();
  return found;
}

export function flagRows(connection: Connection, words: readonly FlagWord[], span: RowSpan): Bits {
  const found = createBits(span);
  for (const word of words) found.union(markWordRows(connection, word === 'none' ? 'unflagged' : word, span));
  return found;
}

/** Calls `found` with each picture that has so many stars, from the oldest to the newest, and then with those whose file is gone. */
export function picturesRated(connection: Connection, stars: number, found: (id: number) => void): void {
  // There are only five numbers, so that only a few different statements are compiled.
  const from = `INDEXED BY images_rated WHERE rating > 0 AND rating = ${stars}`;
  idsByTime(connection, from, found);
  parseNumbers(connection.sql(`SELECT group_concat(id) AS ids FROM images ${from} AND saved_at IS NULL`).get()?.['ids'], found);
}

const isIn = (stars: number, { min, max }: NumberRange): boolean => stars >= (min ?? 0) && stars <= (max ?? Infinity);

/** The pictures with a rating in one of the ranges. The index has only rated pictures, so that the unrated ones are all the others. */
export function ratingRows(connection: Connection, ranges: readonly NumberRange[], span: RowSpan): Bits {
  const wanted = [0, 1, 2, 3, 4, 5].filter((stars) => ranges.some((range) => isIn(stars, range)));
  if (isShort(span)) return rowsInSlices(connection, { select: `SELECT id AS found FROM images WHERE rating IN (${wanted.join(', ')})`, rowId: 'id', values: [], span });
  const bits = createBits(span);
  const isInverted = wanted.includes(0);
  for (let stars = 1; stars <= 5; stars += 1) if (wanted.includes(stars) !== isInverted) picturesRated(connection, stars, bits.add);
  if (isInverted) bits.invert();
  return bits;
}

export function labelRows(connection: Connection, words: readonly (Label | 'none')[], span: RowSpan): Bits {
  const numbers = words.flatMap((word) => (word === 'none' ? [] : [ownMarks.label.toColumn(word)]));
  const found = createBits(span);
  // There are only five numbers, so that only a few different statements are compiled.
  if (numbers.length > 0) found.union(rowsByIndex(connection, 'images', { ...markedPictures.labelled, condition: `label > 0 AND label IN (${numbers.join(', ')})`, values: [], span }));
  if (words.includes('none')) found.union(without(connection, 'labelled', span));
  return found;
}

function without(connection: Connection, word: MarkWord, span: RowSpan): Bits {
  const found = markWordRows(connection, word, span);
  found.invert();
  return found;
}

export function albumRows(connection: Connection, values: readonly NameOrNone[], span: RowSpan): Bits {
  const found = inAlbums(connection, albumsNamed(connection, values).map(({ row }) => row), span);
  if (values.every(({ of }) => of === 'name')) return found;
  const all = connection.sql('SELECT id FROM albums WHERE removed_at IS NULL').all();
  const others = inAlbums(connection, all.map(({ id }) => Number(id)), span);
  others.invert();
  found.union(others);
  return found;
}

function inAlbums(connection: Connection, albums: readonly number[], span: RowSpan): Bits {
  const select = 'SELECT image AS found FROM album_images WHERE album IN (SELECT value FROM json_each(?)) AND gone = 0';
  return rowsInSlices(connection, { select, rowId: 'image', values: [idList(albums)], span });
}

export function noteRows(connection: Connection, values: readonly NameOrNone[], span: RowSpan): Bits {
  const found = createBits(span);
  for (const value of values) {
    if (value.of === 'none') found.union(without(connection, 'noted', span));
    else found.union(notesWith(connection, value.exact ? phraseInNote(value.text) : wordInNote(value.text), span));
  }
  return found;
}

/** The pictures whose note contains a term of a search: at the beginning of a word, or for a substring anywhere. Null if no note does. */
export function notesOfTerm(connection: Connection, lookup: TextLookup, span: RowSpan): Bits | null {
  return isInNotes(connection, lookup) ? notesWith(connection, noteCondition(lookup), span) : null;
}

/** The most notes, and their most bytes together, that are kept in memory. */
const [mostNotes, mostBytes] = [20_000, 1_000_000];

/** All notes as one folded text, so that a search that no note matches need not read them for each letter typed. Null: there are too many. */
const cache = new WeakMap<Connection, { readonly version: unknown; readonly text: string | null }>();

function notesText(connection: Connection): string | null {
  const { sql } = connection;
  // It changes at every write of another connection.
  const version = sql('PRAGMA data_version').get()?.['data_version'];
  const known = cache.get(connection);
  if (known !== undefined && known.version === version) return known.text;
  const notes = `SELECT note FROM images INDEXED BY images_noted WHERE note IS NOT NULL LIMIT ${mostNotes + 1}`;
  const size = sql(`SELECT count(*) AS n, total(octet_length(note)) AS bytes FROM (${notes})`).get();
  const isSmall = Number(size?.['n']) <= mostNotes && Number(size?.['bytes']) <= mostBytes;
  const text = isSmall ? fold(String(sql(`SELECT group_concat(replace(note, char(10), ' '), char(10)) AS text FROM (${notes})`).get()?.['text'] ?? '')) : null;
  cache.set(connection, { version, text });
  return text;
}

/** Whether a note may contain a term. */
export function isInNotes(connection: Connection, { text }: TextLookup): boolean {
  return notesText(connection)?.includes(fold(text)) ?? true;
}

const noteCondition = ({ lookup, text }: TextLookup): Condition => (lookup === 'substring' ? phraseInNote(text) : wordInNote(text));

function notesWith(connection: Connection, condition: Condition, span: RowSpan): Bits {
  return markWordRows(connection, 'noted', span, condition);
}

/** Prefilters notes with SQLite's `lower`, which folds only ASCII but is much faster than our functions. These check the remaining notes. */
function mayContain(folded: string): Condition {
  const [first = ''] = folded.split(' ');
  return { condition: '(instr(lower(note), ?) > 0 OR octet_length(note) > length(note))', values: [first] };
}

function wordInNote(text: string): Condition {
  const folded = fold(text);
  const may = mayContain(folded);
  return { condition: `(${may.condition} AND begins_word(note, ?))`, values: [...may.values, folded] };
}

function phraseInNote(text: string): Condition {
  const folded = fold(text);
  const may = mayContain(folded);
  return { condition: `(${may.condition} AND contains_folded(replace(note, char(10), ' '), ?))`, values: [...may.values, folded] };
}
