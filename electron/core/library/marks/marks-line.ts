import { z } from 'zod';
import { copiedMarksSchema } from '../../../../shared/library/mark-schemas.ts';
import type { AlbumId, ImageMarks } from '../../../../shared/library/marks.ts';
import type { EpochMs, TaskId } from '../../../../shared/task.ts';
import { time } from '../journal-line.ts';
import { readSealed, sealed } from '../sealed-line.ts';
import { isoText } from '../../util/iso-text.ts';

/** Identifies a picture without the database: its task, and its position in the task's answer. */
export interface PictureKey {
  readonly taskId: TaskId;
  readonly index: number;
}

/** A saved search. */
export interface NamedSearch {
  readonly name: string;
  readonly query: string;
  readonly savedAt: EpochMs;
  readonly pinned: boolean;
  /** Position in the list of albums and saved searches. Null: sorted by time. */
  readonly place: number | null;
}

/** The marks in a line. Albums have separate lines, because their pictures have an order. */
export type CopiedMarks = Omit<ImageMarks, 'albums'>;

/** Tables besides the marks of which the copy has every row, in this order: later ones refer to earlier ones. */
export const copiedTables = ['accounts', 'prices', 'batches', 'saved_prompts', 'albums'] as const;

export type CopiedTable = (typeof copiedTables)[number];

/** A row of such a table, by column. */
export interface CopiedRow {
  readonly table: CopiedTable;
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** One line of the copy in the library folder: all marks, and the rows of `copiedTables`. A later line replaces what an earlier one says. */
export type MarksLine =
  /** Pictures that no later line names had no marks at this time. */
  | { readonly kind: 'whole'; readonly at: EpochMs }
  /** All marks of these pictures, which share them. */
  | { readonly kind: 'marks'; readonly at: EpochMs; readonly marks: CopiedMarks; readonly pictures: readonly PictureKey[] }
  /** The next pictures of an album, in its order. */
  | { readonly kind: 'album'; readonly at: EpochMs; readonly album: AlbumId; readonly pictures: readonly PictureKey[] }
  /** All saved searches, in their order. */
  | { readonly kind: 'searches'; readonly at: EpochMs; readonly searches: readonly NamedSearch[] }
  | { readonly kind: 'row'; readonly at: EpochMs; readonly row: CopiedRow };

/** Pictures have the form `task/0,1`. */
export function formatMarksLine(line: MarksLine): string {
  const at = isoText(line.at);
  switch (line.kind) {
    case 'whole':
      return sealed({ whole: true, at });
    case 'marks': {
      const { trashedAt, ...rest } = line.marks;
      const marks = { ...rest, trashedAt: isoText(trashedAt) };
      return sealed({ marks, pictures: formatKeys(line.pictures), at });
    }
    case 'album':
      return sealed({ album: line.album, pictures: formatKeys(line.pictures), at });
    case 'searches':
      return sealed({ searches: line.searches.map((search) => ({ ...search, savedAt: isoText(search.savedAt) })), at });
    case 'row':
      return sealed({ table: line.row.table, values: line.row.values, at });
  }
}

/** Null for a line that is torn, changed or not from Latent. */
export function parseMarksLine(text: string): MarksLine | null {
  const line = readSealed(text, lineSchema);
  if (line === null) return null;
  const { at, ...rest } = line;
  if ('marks' in rest) return { kind: 'marks', at, marks: rest.marks, pictures: rest.pictures };
  if ('album' in rest) return { kind: 'album', at, album: rest.album, pictures: rest.pictures };
  if ('table' in rest) return { kind: 'row', at, row: rest };
  return 'searches' in rest ? { kind: 'searches', at, searches: rest.searches } : { kind: 'whole', at };
}

/** Keeps the order of the pictures. */
function formatKeys(pictures: readonly PictureKey[]): string {
  const parts: { readonly taskId: TaskId; readonly positions: number[] }[] = [];
  for (const { taskId, index } of pictures) {
    const last = parts.at(-1);
    if (last?.taskId === taskId) last.positions.push(index);
    else parts.push({ taskId, positions: [index] });
  }
  return parts.map(({ taskId, positions }) => `${taskId}/${positions.join(',')}`).join(' ');
}

const keyOf = /^([0-9a-f-]{36})\/(\d{1,6}(?:,\d{1,6})*)$/;

const pictures = z.string().transform((text, context) => {
  const keys = text.split(' ').flatMap((part): readonly PictureKey[] => {
    const [, taskId = '', positions = ''] = keyOf.exec(part) ?? [];
    return positions === '' ? [] : positions.split(',').map((position) => ({ taskId, index: Number(position) }));
  });
  if (keys.length > 0) return keys;
  context.addIssue({ code: 'custom', message: 'no pictures' });
  return z.NEVER;
});

const search = z.object({ name: z.string().min(1), query: z.string().min(1), savedAt: time, pinned: z.boolean().default(false), place: z.number().nullable().default(null) });

const lineSchema = z.union([
  z.object({ at: time, marks: copiedMarksSchema, pictures }),
  z.object({ at: time, album: z.uuid(), pictures }),
  z.object({ at: time, searches: z.array(search) }),
  z.object({ at: time, table: z.enum(copiedTables), values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) }),
  z.object({ at: time, whole: z.literal(true) }),
]);
