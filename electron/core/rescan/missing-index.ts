import path from 'node:path';
import type { ImageFile, ImageId, Task } from '../../../shared/task.ts';
import type { PictureStore } from '../library/stores/picture-store.ts';

/** A picture whose file is missing. */
export interface MissingPicture {
  readonly id: ImageId;
  readonly task: Task;
  /** Position in the task's answer, from 0. */
  readonly index: number;
  readonly file: ImageFile;
}

/** Pictures read from the database at once. */
const perCall = 500;

/**
 * Missing pictures by the length of their file. Only the id of each is kept until a file of that length turns up, because a whole library may be
 * missing, for instance after a move into a subfolder.
 */
export interface MissingIndex {
  /** How many are still missing. */
  readonly size: number;
  add(id: ImageId, bytes: number): void;
  hasLength(bytes: number): boolean;
  /** Removes and returns one picture with this content, preferably one whose file had the same name. `more`: others with this content remain. */
  take(bytes: number, sha256: string, name: string): Promise<{ readonly picture: MissingPicture; readonly more: boolean } | null>;
}

interface Group {
  readonly bySha: ReadonlyMap<string, MissingPicture[]>;
  left: number;
}

export function createMissingIndex(repository: Pick<PictureStore, 'describe'>): MissingIndex {
  const byLength = new Map<number, ImageId[]>();
  const groups = new Map<number, Promise<Group>>();
  let size = 0;

  const describe = async (ids: readonly ImageId[]): Promise<Group> => {
    const bySha = new Map<string, MissingPicture[]>();
    for (let at = 0; at < ids.length; at += perCall) {
      for (const { image, task } of await repository.describe(ids.slice(at, at + perCall))) {
        if (image.state.status !== 'kept') continue;
        const picture = { id: image.id, task, index: image.index, file: image.state.file };
        const same = bySha.get(picture.file.sha256);
        if (same === undefined) bySha.set(picture.file.sha256, [picture]);
        else same.push(picture);
      }
    }
    return { bySha, left: ids.length };
  };

  return {
    get size() {
      return size;
    },
    add(id, bytes) {
      const others = byLength.get(bytes);
      if (others === undefined) byLength.set(bytes, [id]);
      else others.push(id);
      size += 1;
    },
    hasLength: (bytes) => byLength.has(bytes),
    async take(bytes, sha256, name) {
      const ids = byLength.get(bytes);
      if (ids === undefined) return null;
      const asked = groups.get(bytes) ?? describe(ids);
      groups.set(bytes, asked);
      const group = await asked;
      // Nothing is awaited from here on, so that two files with the same content never take the same picture.
      const same = group.bySha.get(sha256) ?? [];
      const named = same.findIndex(({ file }) => path.posix.basename(file.path) === path.posix.basename(name));
      const [picture] = same.splice(Math.max(named, 0), 1);
      if (picture === undefined) return null;
      size -= 1;
      group.left -= 1;
      if (group.left === 0) {
        byLength.delete(bytes);
        groups.delete(bytes);
      }
      return { picture, more: same.length > 0 };
    },
  };
}
