import path from 'node:path';
import { wordsForName } from '../../core/library/library-names.ts';
import type { Connection } from '../sqlite/statements.ts';

/** As Latent names files: the time, what a prompt begins with, a number where the same name was there already. */
const ownName = /^\d{4}-\d{2}-\d{2} \d{2}\.\d{2}\.\d{2}(?: (.*))?\.[a-z0-9]+$/su;

/** What the name of a picture's file says that neither its prompt nor its title says; null: nothing, as in most. */
export function nameToFind(file: string, prompt: string, title: string): string | null {
  const name = path.posix.basename(file).normalize('NFC');
  if (name === title.normalize('NFC')) return null;
  const own = ownName.exec(name);
  if (own === null) return name;
  const words = own[1] ?? '';
  const beginnings = [words, words.replace(/ ?\d+$/, '')];
  const given = prompt || path.parse(title).name;
  // Most prompts stand in names as they are; what others become there costs more to tell.
  return [() => given, () => wordsForName(given)].some((text) => beginnings.some((beginning) => text().startsWith(beginning))) ? null : name;
}

const kept = `SELECT path, prompt, title FROM images JOIN tasks ON tasks.id = images.task WHERE images.id = ? AND images.status = 'kept'`;

/** Has the search find a picture by the name that its file has now. To be called wherever a path was written, in the same transaction. */
export function writeName({ sql }: Connection, image: number): void {
  const row = sql(kept).get(image);
  if (row === undefined) return;
  const name = nameToFind(String(row['path']), String(row['prompt']), String(row['title']));
  if (name !== null) sql('INSERT INTO picture_names (image, name) VALUES (?, ?) ON CONFLICT DO NOTHING').run(image, name);
}
