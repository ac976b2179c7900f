import { z } from 'zod';
import type { ImageSource, StoredImage } from '../../../core/engine/task-store.ts';
import { assertNever } from '../../../../shared/result.ts';
import { imageTypes, type ImageRefusal, type ImageState } from '../../../../shared/task.ts';
import { oneOf } from '../tasks/task-parsing.ts';
import type { Row, Value } from '../tasks/task-rows.ts';

/** Columns that an image's state fills. */
export const imageStateColumns = [
  'status',
  'attempts',
  'trouble',
  'refusal',
  'detail',
  'path',
  'type',
  'width',
  'height',
  'bytes',
  'sha256',
  'saved_at',
  'removed_at',
] as const;

/** The columns to select for `rowToImage`. */
export const imageSelection = imageSelectionOf(() => true);

/** The same for a file that may lack some columns. */
export function imageSelectionOf(has: (column: string) => boolean): string {
  return [
    'images.id AS image_id',
    'images.task AS row_id',
    '(SELECT owner.uuid FROM tasks AS owner WHERE owner.id = images.task) AS task_uuid',
    'images.position',
    ...[...imageStateColumns, 'source_kind', 'source_url'].map((column) => (has(column) ? `images.${column}` : `NULL AS ${column}`)),
  ].join(', ');
}

/** Whether another kept picture uses the same file as the one of `images`. */
export const sharesFile = `EXISTS (SELECT 1 FROM images AS other WHERE other.status = 'kept' AND other.bytes = images.bytes AND other.path = images.path AND other.id <> images.id)`;

export function imageStateToRow(state: ImageState): Record<(typeof imageStateColumns)[number], Value> {
  const bare: Record<(typeof imageStateColumns)[number], Value> = {
    status: state.status,
    attempts: null,
    trouble: null,
    refusal: null,
    detail: null,
    path: null,
    type: null,
    width: null,
    height: null,
    bytes: null,
    sha256: null,
    saved_at: null,
    removed_at: null,
  };
  switch (state.status) {
    case 'waiting':
      return { ...bare, attempts: state.attempts, trouble: state.trouble };
    case 'kept': {
      const { path, type, width, height, bytes, sha256, savedAt } = state.file;
      return { ...bare, path, type, width, height, bytes, sha256, saved_at: Math.round(savedAt) };
    }
    case 'expired':
      return bare;
    case 'removed':
      return { ...bare, status: 'expired', removed_at: Math.round(state.at) };
    case 'refused':
      return { ...bare, refusal: state.why, detail: state.detail };
    default:
      return assertNever(state);
  }
}

export function sourceToRow(source: ImageSource): Record<'source_kind' | 'source_url', Value> {
  return { source_kind: source.kind, source_url: source.kind === 'url' ? source.url : null };
}

const stateRow: z.ZodType<ImageState> = z.discriminatedUnion('status', [
  z
    .object({ status: z.literal('waiting'), attempts: z.int().min(0), trouble: z.string().nullable() })
    .transform(({ status, attempts, trouble }) => ({ status, attempts, trouble })),
  z
    .object({
      status: z.literal('kept'),
      path: z.string().min(1),
      type: z.enum(imageTypes),
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
      sha256: z.string(),
      saved_at: z.int(),
    })
    .transform(({ status, saved_at, ...file }) => ({ status, file: { ...file, savedAt: saved_at } })),
  // In the schema, a removed picture counts as one that is no longer available.
  z
    .object({ status: z.literal('expired'), removed_at: z.int().nullable() })
    .transform(({ status, removed_at }) => (removed_at === null ? ({ status } as const) : ({ status: 'removed', at: removed_at } as const))),
  z
    .object({
      status: z.literal('refused'),
      refusal: oneOf<ImageRefusal>({ 'not-a-picture': true, 'too-large': true, 'address-not-allowed': true, damaged: true }).catch('not-a-picture'),
      detail: z.string(),
    })
    .transform(({ status, refusal, detail }) => ({ status, why: refusal, detail })),
]);

const restRow = z.object({
  image_id: z.int().min(1),
  task_uuid: z.string(),
  position: z.int().min(0),
  source_kind: z.enum(['url', 'inline']).nullable(),
  source_url: z.string().nullable(),
});

/** Throws if the row is not valid. */
export function rowToImage(row: Row): StoredImage {
  const { image_id, task_uuid, position, source_kind, source_url } = restRow.parse(row);
  return { id: image_id, taskId: task_uuid, index: position, state: stateRow.parse(row), source: sourceOf(source_kind, source_url) };
}

function sourceOf(kind: ImageSource['kind'] | null, url: string | null): ImageSource | null {
  if (kind === 'url') return url === null ? null : { kind, url };
  return kind && { kind };
}
