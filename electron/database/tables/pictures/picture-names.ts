import path from 'node:path';
import { wordsForName } from '../../../core/library/files/library-names.ts';
import type { Connection } from '../../sqlite/statements.ts';

/** A file name that Latent gave: the time, the beginning of the prompt, and a number if the name was taken. */
const ownName = /^\d{4}-\d{2}-\d{2} \d{2}\.\d{2}\.\d{2}(?: (.*))?\.[a-z0-9]+$/su;

/** The file name, if it says something that neither the prompt nor the title says. Null for most pictures. */
export function nameToFind(file: string, prompt: string, title: string): string | null {
  const name = path.posix.basename(file).normalize('NFC');
  if (name === title.normalize('NFC')) return null;
  const own = ownName.exec(name);
  if (own === null) return name;
  const words = own[1] ?? '';
  const beginnings = [words, words.replace(/ ?\d+$/, '')];
  const given = prompt || path.parse(title).name;
  // Most prompts are in the name unchanged, so the more expensive comparison comes second.
  return [() => given, () => wordsForName(given)].some((text) => beginnings.some((beginning) => text().startsWith(beginning))) ? null : name;
}

const kept = `SELECT path, prompt, title FROM images JOIN tasks ON tasks.id = images.task WHERE images.id = ? AND images.status = 'kept'`;

/** Lets searches find a picture by its present file name. Call this wherever a path was written, in the same transaction. */
export function writeName({ sql }: Connection, image: number): void {
  const row = sql(kept).get(image);
  if (row === undefined) return;
  const name = nameToFind(String(row['path']), String(row['prompt']), String(row['title']));
  if (name !== null) sql('INSERT INTO picture_names (image, name) VALUES (?, ?) ON CONFLICT DO NOTHING').run(image, name);
}
