import path from 'node:path';
import { assertNever } from '../../../shared/result.ts';
import type { ExportFormat } from '../../../shared/export/export-choices.ts';
import { readPattern, type NameField, type NamePart } from '../../../shared/export/name-pattern.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { dateInName, extensionOf, nameFromText, numberedNames, promptInName } from '../library/files/library-names.ts';
import { exportedPictures, type ExportedPicture, type ExportStore } from './exported-picture.ts';
import { usualSettings } from '../metadata/writing/picture-facts.ts';

/** The position of a picture in its export. */
export interface ExportPlace {
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
  const taken = new Set<string>();
  return first.flatMap((id, at) => {
    const picture = pictures.get(id);
    if (picture === undefined) return [];
    const name = exportName(read.parts, picture, { number: at + 1, of: ids.length });
    const ext = extensionOf(format === 'original' ? picture.file.type : format);
    for (const candidate of numberedNames((number) => `${name}${number > 1 ? ` ${number}` : ''}.${ext}`)) {
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return [candidate];
    }
    return [];
  });
}

/** The file name that a pattern gives to a picture, without the extension. It is valid on every system, and never empty. */
export function exportName(parts: readonly NamePart[], picture: ExportedPicture, place: ExportPlace): string {
  const own = path.posix.parse(picture.file.path).name;
  const [only, ...others] = parts;
  // The library's own names are already valid.
  if (only?.kind === 'field' && only.field === 'name' && others.length === 0) return own;
  const text = parts.map((part) => (part.kind === 'text' ? part.text : fieldValue(part.field, picture, place))).join('');
  return nameFromText(text) || own;
}

function fieldValue(field: NameField, { id, file, task, marks, account, batch }: ExportedPicture, { number, of }: ExportPlace): string {
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
