import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { charged } from '../../core/engine/polling/poll-transitions.ts';
import type { ImageSource } from '../../core/engine/task-store.ts';
import type { StoredAccount } from '../../core/accounts/account-store.ts';
import { isSystemError } from '../../core/util/system-errors.ts';
import { readEntries } from '../../core/library/library-journal.ts';
import type { JournalLine, RemovedPicture } from '../../core/library/journal-line.ts';
import { libraryPictures, readPicture, type FoundPicture } from '../../core/library/found-picture.ts';
import { firstFoundIndex, neverQueued, noFacts, remoteIdOf, type ImageFile, type ImageState, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import type { JournalStarts } from './journal-tails.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { giveMarks, importedIn } from '../tables/pictures/imported-picture-marks.ts';
import { imageStateColumns, imageStateToRow } from '../tables/pictures/image-rows.ts';
import { placedInOrder } from '../tables/pictures/place-in-order.ts';
import { writeName } from '../tables/pictures/picture-names.ts';
import { isCorruption } from '../sqlite/database-failures.ts';
import type { Connection } from '../sqlite/statements.ts';

/** Adds the pictures of the library folders to the history. */
export interface JournalReplay {
  putImage(taskId: TaskId, index: number, state: ImageState, source: ImageSource | null): void;
  /**
   * Replays the journals of the library folders. `trust: 'rows'`: the history is sound, so only intact lines count, and they only add what is missing
   * or correct what contradicts a file. `trust: 'journal'`: the history is being rebuilt. `starts`: where to start in each folder's journal. Resolves to
   * whether anything changed. A journal that cannot be read to its end is reported.
   */
  replay(libraries: readonly string[], trust: Trust, starts?: ReadonlyMap<string, JournalStarts>): Promise<boolean>;
  /** Adds pictures that only their files tell of, to the account `owner`. */
  addUnlisted(libraries: readonly string[], owner: StoredAccount): Promise<void>;
  /** Makes the pictures of completed tasks that no journal names wait for their download again. */
  expectMissing(): void;
}

type Trust = 'rows' | 'journal';

const refused = 'A line of the journal was left out';

const columns = [...imageStateColumns, 'source_kind', 'source_url'] as const;
const upsertImage = `INSERT INTO images (task, position, ${columns.join(', ')})
  SELECT id, :position, ${columns.map((column) => `:${column}`).join(', ')} FROM tasks WHERE uuid = :uuid
  ON CONFLICT (task, position) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')},
    trashed_at = CASE excluded.status WHEN 'kept' THEN trashed_at END
  RETURNING id`;

/** The marks that an imported picture came with, if it has no row yet. */
const newlyImported = 'SELECT imported FROM tasks WHERE uuid = ? AND imported IS NOT NULL AND NOT EXISTS (SELECT 1 FROM images WHERE task = tasks.id AND position = ?)';

const otherOfFile = `SELECT 1 FROM images WHERE id <> ? AND status = 'kept' AND bytes = ? AND path = ? AND sha256 = ? LIMIT 1`;

export function createJournalReplay(connection: Connection, store: Store, report: Report): JournalReplay {
  const { sql, transaction } = connection;
  const putImage: JournalReplay['putImage'] = (taskId, index, state, source) =>
    transaction(() => {
      const from = { source_kind: source?.kind ?? null, source_url: source?.kind === 'url' ? source.url : null };
      const imported = importedIn(sql(newlyImported).get(taskId, index)?.['imported']);
      const row = sql(upsertImage).get({ uuid: taskId, position: index, ...imageStateToRow(state), ...from });
      if (row === undefined) return;
      writeName(connection, Number(row['id']));
      if (imported !== null) giveMarks(connection, Number(row['id']), imported);
    });
  const move = (file: ImageFile, from: string): void =>
    transaction(() => {
      const moved = sql('UPDATE images SET path = ?, bytes = ? WHERE sha256 = ? AND path = ? RETURNING id').all(file.path, file.bytes, file.sha256, from);
      for (const { id } of moved) writeName(connection, Number(id));
    });

  /** Task and index of the pictures that were added. */
  const added = new Set<string>();

  const readTask = (id: TaskId): TaskWithImages | null => {
    try {
      return store.task(id);
    } catch {
      // A row that cannot be read is rewritten.
      return null;
    }
  };

  /** Returns whether the history changed. */
  const replayLine = (line: JournalLine, libraries: readonly string[], trust: Trust): boolean => {
    const before = readTask(line.task.id);
    const known = before?.images.find(({ index }) => index === line.index)?.state;
    // The person removed this picture for good.
    if (known?.status === 'removed') return false;
    const file = known?.status === 'kept' ? known.file : null;
    // The service had not completed the task when this picture came. The line does not tell how the task ended, and the final pictures may be missing.
    const isEarly = line.index >= firstFoundIndex || (line.task.endedAt === null && remoteIdOf(line.task) !== null);
    const sameTask = before !== null && (isEarly || isSameTask(before.task, line.task));
    // The row's time may differ from the line's, because it gives the picture its place in the gallery's order.
    if (sameTask && file !== null && isSame(file, { ...line.file, savedAt: file.savedAt })) return false;
    const lineIsThere = isThere(line.file, libraries);
    const rowIsThere = file !== null && isThere(file, libraries);
    const samePath = file?.path === line.file.path;
    // The person deleted the file, or its disk is away. A row that names the same file differently, and wrongly, is still corrected.
    if (trust === 'rows' && !lineIsThere && (!samePath || rowIsThere)) return false;
    // A path only ever names one file. If row and line describe the same path differently, a bit of the row was flipped.
    const hasBetter = rowIsThere && !samePath && (trust === 'rows' || !lineIsThere);
    if (sameTask && hasBetter) return false;
    const accounts = store.accounts();
    if (!accounts.some(({ id }) => id === line.account.id)) store.saveAccount(line.account);
    if (!sameTask) store.saveTask(withDecisions(isEarly ? inProgress(line.task) : line.task, before?.task ?? null));
    if (!hasBetter) putImage(line.task.id, line.index, { status: 'kept', file: placed(line, file) }, null);
    if (file === null) added.add(`${line.task.id} ${line.index}`);
    return true;
  };

  /**
   * A picture whose file exists was not removed after all, unless another picture uses the same file. In a sound history, a picture that is not in the
   * trash was restored after its removal was journalled.
   */
  const replayRemoval = ({ taskId, index, at }: RemovedPicture, libraries: readonly string[], trust: Trust): void => {
    const known = readTask(taskId)?.images.find((each) => each.index === index);
    if (known?.state.status !== 'kept') return;
    const wasThere = trust === 'rows' && !added.has(`${taskId} ${index}`);
    if (wasThere && sql('SELECT trashed_at FROM images WHERE id = ?').get(known.id)?.['trashed_at'] === null) return;
    const { file } = known.state;
    if (isThere(file, libraries) && sql(otherOfFile).get(known.id, file.bytes, file.path, file.sha256) === undefined) return;
    putImage(taskId, index, { status: 'removed', at }, null);
    sql('UPDATE tasks SET dismissed_at = coalesce(dismissed_at, ?) WHERE uuid = ? AND images_waiting = 0').run(at, taskId);
  };

  const placed = (line: JournalLine, known: ImageFile | null): ImageFile =>
    known === null ? placedInOrder(connection, line.task.id, line.index, line.file) : { ...line.file, savedAt: known.savedAt };

  const addPicture = (found: FoundPicture, owner: StoredAccount): void => {
    const task = taskOfFile(found, owner);
    if (!store.accounts().some(({ id }) => id === owner.id)) store.saveAccount(owner);
    store.saveTask(task);
    putImage(task.id, 0, { status: 'kept', file: placedInOrder(connection, task.id, 0, found.file) }, null);
  };

  const eachEntry = async (libraries: readonly string[], starts: ReadonlyMap<string, JournalStarts> | undefined, take: (entry: JournalLine | RemovedPicture) => void): Promise<void> => {
    for (const root of libraries) {
      try {
        for await (const entry of readEntries(root, starts?.get(root))) reportRefusal(refused, report, () => take(entry));
      } catch (error) {
        if (!isSystemError(error)) throw error;
        report(`The journal in ${root} could not be read to its end: ${String(error)}`);
      }
    }
  };

  return {
    putImage,
    async replay(libraries, trust, starts) {
      let changed = false;
      // A picture may be in one folder's journal and its removal in another's, so the removals come last.
      const removals: RemovedPicture[] = [];
      await eachEntry(libraries, starts, (entry) => {
        if ('taskId' in entry) removals.push(entry);
        else if ((entry.intact || trust === 'journal') && replayLine(entry, libraries, trust)) changed = true;
      });
      for (const removal of removals) reportRefusal(refused, report, () => replayRemoval(removal, libraries, trust));
      return changed;
    },
    async addUnlisted(libraries, owner) {
      const rows = sql(`SELECT path, sha256, bytes FROM images WHERE status = 'kept'`).all();
      const known = new Set(rows.map((row) => String(row['path'])));
      const bySha = new Map(rows.map((row) => [String(row['sha256']), { path: String(row['path']), bytes: Number(row['bytes']) }]));
      for (const root of libraries) {
        for await (const relative of libraryPictures(root)) {
          if (known.has(relative)) continue;
          const found = await readPicture(root, relative).catch(() => null);
          if (found === null) continue;
          const { file } = found;
          const same = bySha.get(file.sha256);
          if (same === undefined) addPicture(found, owner);
          // The file was renamed. If both exist, it was downloaded twice because of a crash.
          else if (!isThere(same, libraries)) move(file, same.path);
          bySha.set(file.sha256, file);
        }
      }
    },
    expectMissing() {
      const incomplete = sql(`SELECT uuid, image_count FROM tasks WHERE status = 'completed' AND images < image_count AND images > 0`).all();
      for (const row of incomplete) {
        const uuid = String(row['uuid']);
        const here = new Set(store.storedImages(uuid).map(({ index }) => index));
        for (let index = 0; index < Number(row['image_count']); index += 1) {
          if (!here.has(index)) putImage(uuid, index, { status: 'waiting', attempts: 0, trouble: null }, null);
        }
      }
    },
  };
}

function taskOfFile({ file, createdAt, request }: FoundPicture, owner: StoredAccount): Task {
  return {
    id: randomUUID(),
    accountId: owner.id,
    request,
    retryOf: null,
    adopted: true,
    imported: null,
    ...neverQueued,
    createdAt,
    submittedAt: null,
    acceptedAt: null,
    endedAt: file.savedAt,
    dismissedAt: null,
    state: { status: 'completed', remoteId: '', imageCount: 1 },
    polls: 0,
    lastPollAt: null,
    trouble: null,
    facts: noFacts,
  };
}

/**
 * The task of a line, with what the row has of the person's decisions, which are often later than the line. That it was not charged holds only if the row knew of its
 * pictures.
 */
function withDecisions(task: Task, row: Task | null): Task {
  if (row === null) return task;
  const { idempotencyKey, repeated, dismissedAt } = row;
  const [settled, byHand] = row.state.status === 'completed' ? [row.settled, row.byHand] : [charged(row).settled ?? task.settled, task.byHand];
  return { ...task, settled, byHand, idempotencyKey, repeated, dismissedAt: dismissedAt ?? task.dismissedAt };
}

/** The task as it was before it ended, so that the service is asked for it again. */
function inProgress(task: Task): Task {
  return { ...task, endedAt: null, state: { status: 'processing', remoteId: remoteIdOf(task) ?? '', misses: 0 } };
}

function isThere(file: Pick<ImageFile, 'path' | 'bytes'>, libraries: readonly string[]): boolean {
  return libraries.some((root) => statSync(path.join(root, file.path), { throwIfNoEntry: false })?.size === file.bytes);
}

/** Compares what never changes once a picture is kept. */
function isSameTask(a: Task, b: Task): boolean {
  return (
    a.state.status === b.state.status &&
    remoteIdOf(a) === remoteIdOf(b) &&
    a.createdAt === b.createdAt &&
    a.accountId === b.accountId &&
    isDeepStrictEqual(a.request, b.request)
  );
}

function isSame<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}

/** Leaves out a line that the database refuses. @throws if the database itself is damaged */
export function reportRefusal(message: string, report: Report, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (isCorruption(error)) throw error;
    report(`${message}: ${String(error)}`);
  }
}
