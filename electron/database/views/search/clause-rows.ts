import type { SearchPart, SearchQuery } from '../../../../shared/search/query.ts';
import { lookupOf } from '../../../../shared/search/text/text-terms.ts';
import { idLists } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type Bits } from './bit-set.ts';
import type { ClauseRows, PartRows } from './combine-clauses.ts';
import { filterRows } from './filter-rows.ts';
import { isMoment, ownNames, type NamedFile } from './name-rows.ts';
import { numbersIn, parseNumbers } from '../number-list.ts';
import type { RowSpans } from './table-scan.ts';
import { isInTextsOnly, termRows, wordRows, type OtherTerms } from './term-rows.ts';
import { allOf, wordsMatch, type WordsMatch } from './full-text-query.ts';
import { createStride } from '../stride.ts';

/** Looks up a search in a range of rows. */
export type ClauseReader = (spans: RowSpans) => ClauseRows;

export function createClauseReader(connection: Connection, { clauses }: SearchQuery): ClauseReader {
  let prepared: (TextClauses & { readonly pasted: readonly NamedFile[] | null }) | null = null;
  const prepare = (): NonNullable<typeof prepared> => {
    const pasted = pastedFiles(connection, clauses);
    return { pasted, ...(pasted === null ? textClauses(connection, clauses) : { matches: [], others: clauses }) };
  };
  return (spans) => {
    prepared ??= prepare();
    const { matches, others, pasted } = prepared;
    const found: PartRows[][] = [];
    const inTexts = allOf(matches);
    if (matches.length > 0) found.push([{ tasks: wordRows(connection, inTexts, spans.task), images: null, negated: false }]);
    for (const { anyOf } of others) {
      if (found.some(isEmpty)) break;
      const parts: PartRows[] = [];
      for (const part of anyOf) parts.push(partRows(connection, part, spans, { pasted, inTexts }));
      found.push(parts);
    }
    return found;
  };
}

/** Whether no row satisfies a clause, so that the others need not be looked up. */
function isEmpty(parts: readonly PartRows[]): boolean {
  return parts.every(({ tasks, images, negated }) => !negated && (tasks === null || tasks.list(0) !== null) && (images === null || images.list(0) !== null));
}

interface TextClauses {
  /** Clauses that the index of words answers in one query. Null: no text has the word. */
  readonly matches: readonly (WordsMatch | null)[];
  readonly others: SearchQuery['clauses'];
}

/** Separates the clauses whose words are only in texts. The index answers them in one query, because it intersects their lists while it reads them. */
function textClauses(connection: Connection, clauses: SearchQuery['clauses']): TextClauses {
  const matches: (WordsMatch | null)[] = [];
  const others = clauses.filter(({ anyOf: [part, other] }) => {
    if (part?.kind !== 'term' || part.negated || other !== undefined) return true;
    const lookup = lookupOf(part);
    if (!isInTextsOnly(connection, lookup)) return true;
    matches.push(wordsMatch(connection, lookup));
    return false;
  });
  return { matches, others };
}

/**
 * The pictures whose file name was pasted: `2026-11-21 14.03.22 a red fox in snow 2`. The prompt may not contain every word of the name, because
 * the name may be cut within a word or end with a number. Null if the search does not contain the date and time of a picture's name side by side.
 */
function pastedFiles(connection: Connection, clauses: SearchQuery['clauses']): readonly NamedFile[] | null {
  const texts = clauses.map(({ anyOf: [part, other] }) => (part?.kind === 'term' && !part.negated && other === undefined ? part.text : ''));
  const at = texts.findIndex((text, position) => isMoment(text, texts[position + 1] ?? ''));
  const files = at < 0 ? [] : ownNames(connection, `${texts[at]} ${texts[at + 1]}`);
  return files.length === 0 ? null : files;
}

function partRows(connection: Connection, part: SearchPart, spans: RowSpans, others: OtherTerms): PartRows {
  const found = part.kind === 'term' ? termRows(connection, part, spans, others) : filterRows(connection, part, spans);
  return { ...found, negated: part.negated };
}

/** Turns rows of pictures into rows of tasks. A task matches if any of its pictures does. */
export function ofTasks(connection: Connection, clauses: ClauseRows, spans: RowSpans): ClauseRows {
  const result: PartRows[][] = [];
  for (const parts of clauses) {
    const turned: PartRows[] = [];
    for (const part of parts) {
      const tasks = part.images === null ? part.tasks : tasksOf(connection, part.images, spans);
      if (tasks !== null && tasks !== part.tasks && part.tasks !== null) tasks.union(part.tasks);
      turned.push({ tasks, images: null, negated: part.negated });
    }
    result.push(turned);
  }
  return result;
}

/** Looking up one picture takes as long as scanning this many. */
const worthListing = 16;

function tasksOf({ sql }: Connection, images: Bits, spans: RowSpans): Bits {
  const bits = createBits(spans.task);
  const few = images.list((spans.image.last - spans.image.after) / worthListing);
  if (few !== null) {
    const tasks = sql('SELECT group_concat(task) AS tasks FROM images WHERE id IN (SELECT value FROM json_each(?))');
    for (const some of idLists(few)) parseNumbers(tasks.get(some)?.['tasks'], bits.add);
    return bits;
  }
  const statement = sql('SELECT group_concat(id) AS ids, group_concat(task) AS tasks FROM (SELECT id, task FROM images WHERE id > ? AND id <= ?)');
  const stride = createStride();
  for (let low = spans.image.after; low < spans.image.last; ) {
    low = stride((rows) => {
      const high = Math.min(low + rows, spans.image.last);
      const row = statement.get(low, high);
      const [ids, tasks] = [numbersIn(row?.['ids']), numbersIn(row?.['tasks'])];
      for (const [at, task] of tasks.entries()) if (images.has(ids[at] ?? 0)) bits.add(task);
      return high;
    });
  }
  return bits;
}
