import path from 'node:path';
import { assertNever } from '../../../shared/result.ts';
import type { ExportFormat } from '../../../shared/export/export-choices.ts';
import { readPattern, type NameField, type NamePart } from '../../../shared/export/name-pattern.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { dateInName, extensionOf, nameFromText, promptInName } from '../library/files/library-names.ts';
import { exportedPictures, type ExportedPicture, type ExportStore } from './exported-picture.ts';
import { usualSettings } from '../metadata/writing/picture-facts.ts';

/** The position of a picture in its export. */
export interface ExportPosition {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** The number of names in a preview. */
const mostShown = 3;

/** The file names that a pattern gives to the first of these pictures. Equal names get a number, except for the first. Empty if the pattern is invalid. */
export async function firstNames(store: ExportStore, ids: Int32Array, pattern: string, format: ExportFormat): Promise<readonly string[]> {
  const read = readPattern(pattern);
  if (!read.ok) return [];
  const first = [...ids.subarray(0, mostShown)];
  const pictures = await exportedPictures(store, first, false);
  const names = createDistinctNames();
  return first.flatMap((id, at) => {
    const picture = pictures.get(id);
    if (picture === undefined) return [];
    const full = names.free(exportName(read.parts, picture, { number: at + 1, of: ids.length }), extensionOf(format === 'original' ? picture.file.type : format));
    names.take(full);
    return [full];
  });
}

/** File names that are all different, also on file systems that ignore case. */
export interface DistinctNames {
  /** The name with its extension, and with a number if it is taken. */
  free(name: string, extension: string): string;
  take(full: string): void;
  giveBack(full: string): void;
}

export function createDistinctNames(): DistinctNames {
  const taken = new Set<string>();
  /** The next number for each name that occurred more than once. */
  const numbers = new Map<string, number>();
  return {
    free(name, extension) {
      const full = `${name}.${extension}`;
      const key = full.toLowerCase();
      if (!taken.has(key)) return full;
      for (let number = numbers.get(key) ?? 2; ; number += 1) {
        const candidate = `${name} ${number}.${extension}`;
        if (taken.has(candidate.toLowerCase())) continue;
        numbers.set(key, number);
        return candidate;
      }
    },
    take: (full) => void taken.add(full.toLowerCase()),
    giveBack: (full) => void taken.delete(full.toLowerCase()),
  };
}

/** The file name that a pattern gives to a picture, without the extension. It is valid on every system, and never empty. */
export function exportName(parts: readonly NamePart[], picture: ExportedPicture, position: ExportPosition): string {
  const own = path.posix.parse(picture.file.path).name;
  const [only, ...others] = parts;
  // The library's own names are already valid.
  if (only?.kind === 'field' && only.field === 'name' && others.length === 0) return own;
  const text = parts.map((part) => (part.kind === 'text' ? part.text : fieldValue(part.field, picture, position))).join('');
  return nameFromText(text) || own;
}

function fieldValue(field: NameField, { id, file, task, marks, account, batch }: ExportedPicture, { number, of }: ExportPosition): string {
  const { request } = task;
  switch (field) {
    case 'name':
      return path.posix.parse(file.path).name;
    case 'date':
      return dateInName(task.createdAt)[0];
    case 'time':
      return dateInName(task.createdAt)[1];
    case 'prompt':
      return promptInName(request.prompt);
    case 'model':
    case 'size':
    case 'quality':
      return request[field];
    case 'width':
    case 'height':
      return String(file[field]);
    case 'seed':
      return usualSettings(task).seed ?? '';
    case 'batch':
      return batch ?? '';
    case 'account':
      return account ?? '';
    case 'rating':
      return String(marks?.rating ?? 0);
    case 'tags':
      return marks?.tags.join(' ') ?? '';
    case 'task':
      return remoteIdOf(task) ?? task.imported?.origin?.taskId ?? '';
    case 'id':
      return String(id);
    case 'n':
      return String(number).padStart(String(of).length, '0');
    default:
      return assertNever(field);
  }
}
