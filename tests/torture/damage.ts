import { open, readdir, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { Dice } from '../support/dice.ts';

/** Damages the database in a folder, and sometimes its backups, in ways that happen to disks and people. Returns what was done, in words. */
export async function damageDatabase(folder: string, backups: string, dice: Dice): Promise<string> {
  // Each accepted id is in two places. Only one of them is damaged.
  if (dice.chance(0.05)) return damageFile(path.join(folder, 'latent.db.accepted'), dice);
  const files = (await readdir(folder)).filter((name) => name === 'latent.db' || name === 'latent.db-wal');
  const done: string[] = [];
  for (let times = 1 + dice.below(2); times > 0; times -= 1) done.push(await damageFile(path.join(folder, dice.pick(files)), dice));
  if (dice.chance(0.2)) {
    await rm(backups, { recursive: true, force: true });
    done.push('no backups');
  } else if (dice.chance(0.25)) {
    for (const name of await readdir(backups)) done.push(await damageFile(path.join(backups, name), dice));
  }
  return done.join(', ');
}

async function damageFile(file: string, dice: Dice): Promise<string> {
  const name = path.basename(file);
  const handle = await open(file, 'r+').catch(() => null);
  if (handle === null) return `${name} gone already`;
  const { size } = await handle.stat();
  await handle.close();
  switch (dice.below(10)) {
    case 0:
      await rm(file);
      return `${name} deleted`;
    case 1: {
      const left = dice.below(size + 1);
      await truncate(file, left);
      return `${name} cut to ${left} of ${size}`;
    }
    case 2:
      await overwrite(file, dice.below(size + 1), Buffer.alloc(4096));
      return `${name} with a page of zeros`;
    case 3: {
      // Half of them where the file says whose it is and of which version.
      const flips = 1 + dice.below(4);
      const header = Math.min(size, 100);
      for (let flip = 0; flip < flips; flip += 1) await overwrite(file, dice.chance(0.5) ? 60 + dice.below(12) : dice.below(header), Buffer.of(dice.below(256)));
      return `${name} with ${flips} bytes of its header changed`;
    }
    case 4:
      await overwrite(file, 4096, Buffer.alloc(Math.max(size - 4096, 0)));
      return `${name} without any page but the first`;
    default: {
      const flips = 1 + dice.below(dice.pick([1, 8, 200]));
      for (let flip = 0; flip < flips; flip += 1) await overwrite(file, dice.below(size), Buffer.of(dice.below(256)));
      return `${name} with ${flips} bytes changed`;
    }
  }
}

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write(bytes, 0, bytes.length, at);
  } finally {
    await handle.close();
  }
}
