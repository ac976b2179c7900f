import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { paintPng } from '../../support/paint-png.ts';
import { seedLibrary } from '../seed/seed-library.ts';

export interface PictureProfile {
  readonly userData: string;
  /** Large pictures, out of sight, and their files. */
  readonly ids: readonly number[];
  readonly files: readonly string[];
  /** Others that are out of sight as well, small ones. */
  readonly warmUp: readonly number[];
}

/** Pixels. */
const side = 2_048;
const pictures = 32;
/** Painting one takes a second or two: the others are the same under other names. */
const prompts = ['a lighthouse in a storm', 'an orchard at noon', 'a city at night', 'dunes', 'stained glass', 'a nebula', 'a forest in fog', 'portrait of an owl'];

/** Painted once, kept for the next time. */
const folder = path.resolve(import.meta.dirname, '../../../test-results/bench/pictures');

/** A library whose oldest pictures are large, and whose newest, which a window shows first, are small. */
export async function createPictureProfile(home: string, say: (line: string) => void): Promise<PictureProfile> {
  const seeded = await seedLibrary({ images: 300, out: home, seed: 5, until: Date.UTC(2026, 10, 21), single: true });
  const painted = await paintAll(say);
  await mkdir(path.join(seeded.library, 'large'));
  const db = new DatabaseSync(seeded.database);
  const oldest = db.prepare(`SELECT id FROM images WHERE status = 'kept' AND trashed_at IS NULL ORDER BY saved_at, id LIMIT ?`).all(pictures + 1).map(({ id }) => Number(id));
  const [warmUp, ids] = [oldest.slice(pictures), oldest.slice(0, pictures)];
  const files: string[] = [];
  for (const [index, id] of ids.entries()) {
    const from = painted[index % painted.length] ?? '';
    const name = `large/${index}.png`;
    const file = path.join(seeded.library, name);
    await link(from, file).catch(() => copyFile(from, file));
    const bytes = await readFile(file);
    db.prepare(`UPDATE images SET path = ?, type = 'png', width = ?, height = ?, bytes = ?, sha256 = ? WHERE id = ?`).run(name, side, side, bytes.length, createHash('sha256').update(bytes).digest('hex'), id);
    files.push(file);
  }
  db.close();
  return { userData: seeded.userData, ids, files, warmUp };
}

async function paintAll(say: (line: string) => void): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [index, prompt] of prompts.entries()) {
    const file = path.join(folder, `${side}-${index}.png`);
    files.push(file);
    if (await readFile(file).then(() => true, () => false)) continue;
    say(`painting ${prompt}`);
    await writeFile(file, await paintPng({ prompt, index, width: side, height: side }));
  }
  return files;
}
