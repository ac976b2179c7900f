import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { ImageSource } from '../../core/engine/task-store.ts';
import type { StoredAccount } from '../../core/accounts/account-store.ts';
import { isSystemError } from '../../core/library/library-files.ts';
import { readJournal, readRemovals } from '../../core/library/library-journal.ts';
import type { JournalLine, RemovedPicture } from '../../core/library/journal-line.ts';
import { libraryPictures, readPicture, type FoundPicture } from '../../core/rescan/library-scan.ts';
import { noFacts, remoteIdOf, type ImageFile, type ImageState, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import type { Compared } from './compared-note.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { isCorruption } from '../client/database-failures.ts';
import { giveMarks, importedIn } from '../tables/given-marks.ts';
import { imageStateColumns, imageStateToRow } from '../tables/image-rows.ts';
import { placedInOrder } from '../tables/picture-order.ts';
import { writeName } from '../tables/picture-names.ts';
import type { Connection } from '../worker/statements.ts';

/** Adds pictures that are known from the library folder to the history. */
export interface Adoption {
  image(taskId: TaskId, index: number, state: ImageState, source: ImageSource | null): void;
  /**
   * Goes through the journals of the library folders. `trust: 'rows'`: of a sound history only what is missing or
   * contradicts a file is put right, and only by lines that are intact. `trust: 'journal'`: of a history that is being rebuilt.
   * `from`: only what came after these sizes of a folder's journal. False where one could not be read to its end, or a picture is out of reach.
   */
  journals(libraries: readonly string[], trust: 'rows' | 'journal', from?: Compared): Promise<boolean>;
  /** Adds files of which nobody knows more than what they tell themselves, as `owner`'s. */
  strays(libraries: readonly string[], owner: StoredAccount): Promise<void>;
  /** Downloads pictures of completed tasks again if no journal names them. */
  expectMissing(): void;
}

const columns = [...imageStateColumns, 'source_kind', 'source_url'] as const;
const upsertImage = `INSERT INTO images (task, position, ${columns.join(', ')})
  SELECT id, :position, ${columns.map((column) => `:${column}`).join(', ')} FROM tasks WHERE uuid = :uuid
  ON CONFLICT (task, position) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')},
    trashed_at = CASE excluded.status WHEN 'kept' THEN trashed_at END
  RETURNING id`;

// Of a picture from elsewhere that has no row yet.
const importedAnew = 'SELECT imported FROM tasks WHERE uuid = ? AND imported IS NOT NULL AND NOT EXISTS (SELECT 1 FROM images WHERE task = tasks.id AND position = ?)';

const otherOfFile = `SELECT 1 FROM images WHERE id <> ? AND status = 'kept' AND bytes = ? AND path = ? AND sha256 = ? LIMIT 1`;

export function createAdoption(connection: Connection, store: Store, report: Report): Adoption {
  const { sql, transaction } = connection;
  const putImage: Adoption['image'] = (taskId, index, state, source) => {
    const from = { source_kind: source?.kind ?? null, source_url: source?.kind === 'url' ? source.url : null };
    const imported = importedIn(sql(importedAnew).get(taskId, index)?.['imported']);
    const row = sql(upsertImage).get({ uuid: taskId, position: index, ...imageStateToRow(state), ...from });
    if (row === undefined) return;
    writeName(connection, Number(row['id']));
    if (imported !== null) giveMarks(connection, Number(row['id']), imported);
  };
  const image: Adoption['image'] = (...of) => transaction(() => putImage(...of));
  const move = (file: ImageFile, from: string): void =>
    transaction(() => {
      const moved = sql('UPDATE images SET path = ?, bytes = ? WHERE sha256 = ? AND path = ? RETURNING id').all(file.path, file.bytes, file.sha256, from);
      for (const { id } of moved) writeName(connection, Number(id));
    });

  /** Task and index of what only a line knew. */
  const broughtBack = new Set<string>();

  const readTask = (id: TaskId): TaskWithImages | null => {
    try {
      return store.task(id);
    } catch {
      // A row that cannot be read is rewritten.
      return null;
    }
  };

  /** False: neither its row nor its file is there, and the file may come back. */
  const adopt = (line: JournalLine, libraries: readonly string[], trust: 'rows' | 'journal'): boolean => {
    const before = readTask(line.task.id);
    const known = before?.images.find(({ index }) => index === line.index)?.state;
    // A picture that a person removed for good stays removed.
    if (known?.status === 'removed') return true;
    const file = known?.status === 'kept' ? known.file : null;
    const sameTask = before !== null && isSameTask(before.task, line.task);
    // A row has its place in the gallery's order for the time that the line has.
    if (sameTask && file !== null && isSame(file, { ...line.file, savedAt: file.savedAt })) return true;
    // Under one path there was ever one file: where row and line differ about it, a bit of the row was flipped.
    const otherIsThere = file !== null && file.path !== line.file.path && isThere(file, libraries);
    const hasBetter = otherIsThere && (trust === 'rows' || !isThere(line.file, libraries));
    // A picture that a person deleted stays deleted.
    if (trust === 'rows' && file === null && !isThere(line.file, libraries)) return false;
    const accounts = store.accounts();
    if (!accounts.some(({ id }) => id === line.account.id)) store.saveAccount(line.account);
    if (!sameTask) store.saveTask({ ...line.task, dismissedAt: before?.task.dismissedAt ?? line.task.dismissedAt });
    if (!hasBetter) image(line.task.id, line.index, { status: 'kept', file: placed(line, file) }, null);
    if (file === null) broughtBack.add(`${line.task.id} ${line.index}`);
    return true;
  };

  /**
   * A picture whose file is there was not removed, whatever was begun, unless the file is another picture's too: it stays there for that one. Of a
   * sound history nothing is that stood in the library: it was restored since, and its file is missing for another reason.
   */
  const remove = ({ taskId, index, at }: RemovedPicture, libraries: readonly string[], trust: 'rows' | 'journal'): void => {
    const known = readTask(taskId)?.images.find((each) => each.index === index);
    if (known?.state.status !== 'kept') return;
    const stood = trust === 'rows' && !broughtBack.has(`${taskId} ${index}`);
    if (stood && sql('SELECT trashed_at FROM images WHERE id = ?').get(known.id)?.['trashed_at'] === null) return;
    const { file } = known.state;
    if (isThere(file, libraries) && sql(otherOfFile).get(known.id, file.bytes, file.path, file.sha256) === undefined) return;
    image(taskId, index, { status: 'removed', at }, null);
    sql('UPDATE tasks SET dismissed_at = coalesce(dismissed_at, ?) WHERE uuid = ? AND images_waiting = 0').run(at, taskId);
  };

  const placed = (line: JournalLine, known: ImageFile | null): ImageFile =>
    known === null ? placedInOrder(connection, line.task.id, line.index, line.file) : { ...line.file, savedAt: known.savedAt };

  const addStray = (found: FoundPicture, owner: StoredAccount): void => {
    const task = strayTask(found, owner);
    if (!store.accounts().some(({ id }) => id === owner.id)) store.saveAccount(owner);
    store.saveTask(task);
    image(task.id, 0, { status: 'kept', file: placedInOrder(connection, task.id, 0, found.file) }, null);
  };

  /** One line that the database does not take says nothing of the others; broken bytes do. */
  const reportRefusal = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      if (isCorruption(error)) throw error;
      report(`A line of the journal was left out: ${String(error)}`);
    }
  };

  return {
    image,
    async journals(libraries, trust, from = {}) {
      let whole = true;
      const endedEarly = (root: string, error: unknown): void => {
        if (!isSystemError(error)) throw error;
        whole = false;
        report(`The journal in ${root} could not be read to its end: ${String(error)}`);
      };
      for (const root of libraries) {
        try {
          for await (const line of readJournal(root, from[root])) {
            if (line.intact || trust === 'journal') reportRefusal(() => {
                whole = adopt(line, libraries, trust) && whole;
              });
          }
        } catch (error) {
          endedEarly(root, error);
        }
      }
      // After all of them: a picture may be named in one folder's journal and its removal in another's.
      for (const root of libraries) {
        try {
          for await (const removal of readRemovals(root, from[root])) reportRefusal(() => remove(removal, libraries, trust));
        } catch (error) {
          endedEarly(root, error);
        }
      }
      return whole;
    },
    async strays(libraries, owner) {
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
          if (same === undefined) addStray(found, owner);
          // Here under another name than its row says; where both are there, it was fetched again after a crash.
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
          if (!here.has(index)) image(uuid, index, { status: 'waiting', attempts: 0, trouble: null }, null);
        }
      }
    },
  };
}

function strayTask({ file, createdAt, request }: FoundPicture, owner: StoredAccount): Task {
  return {
    id: randomUUID(),
    accountId: owner.id,
    request,
    retryOf: null,
    adopted: true,
    imported: null,
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

function isThere(file: Pick<ImageFile, 'path' | 'bytes'>, libraries: readonly string[]): boolean {
  return libraries.some((root) => statSync(path.join(root, file.path), { throwIfNoEntry: false })?.size === file.bytes);
}

/** What never changes once a picture is kept. */
function isSameTask(a: Task, b: Task): boolean {
  return (
    a.state.status === b.state.status &&
    remoteIdOf(a) === remoteIdOf(b) &&
    a.createdAt === b.createdAt &&
    a.accountId === b.accountId &&
    isSame(a.request, b.request)
  );
}

function isSame<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}
