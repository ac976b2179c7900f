import { createHash } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { linesOf } from '../library/library-journal.ts';
import { writeWholeFile } from '../util/whole-file.ts';
import { formatFile, parseFile, type MirroredFile, type MirroredRoot } from './mirror-format.ts';

/**
 * What this profile knows of a bucket, so that a run need neither read nor ask for files that were mirrored before: the lists, as they were stored, one file for
 * each folder. While a folder is mirrored, lines are appended, so that a run that is killed goes on there. It may be deleted at any time.
 */
export interface KnownFiles {
  /** The files of a folder by path; a later line replaces an earlier one. */
  read(root: MirroredRoot, folder: string): Promise<ReadonlyMap<string, MirroredFile>>;
  add(root: MirroredRoot, folder: string, file: MirroredFile): Promise<void>;
  /** Replaces the lines of a folder. */
  replace(root: MirroredRoot, folder: string, lines: string): Promise<void>;
}

/** `folder` is in the profile. `bucket` names the bucket with everything that leads to it. */
export function openKnownFiles(folder: string, bucket: string): KnownFiles {
  const place = path.join(folder, nameOf(bucket));
  const fileOf = (root: MirroredRoot, of: string): string => path.join(place, `${nameOf(`${root}/${of}`)}.jsonl`);
  return {
    async read(root, of) {
      const known = new Map<string, MirroredFile>();
      try {
        for await (const line of linesOf(fileOf(root, of))) {
          const file = line === '' ? null : parseFile(line);
          if (file !== null) known.set(file.path, file);
        }
      } catch {
        // Nothing is known, so the bucket is asked.
      }
      return known;
    },
    async add(root, of, file) {
      await mkdir(place, { recursive: true });
      // A line that a killed process left begins no new one.
      await appendFile(fileOf(root, of), `\n${formatFile(file)}`);
    },
    async replace(root, of, lines) {
      await mkdir(place, { recursive: true });
      await writeWholeFile(fileOf(root, of), [lines]);
    },
  };
}

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);
