import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnection, type Connection } from '../../../../electron/database/sqlite/statements.ts';
import { mostBits, mostColour, mostSteps, nearCopies } from '../../../../electron/database/views/similar/near-copies.ts';
import { openThumbnails, type ThumbnailTable } from '../../../../electron/database/worker/thumbnail-table.ts';
import { seeded } from '../../../support/thumbnail-samples.ts';

let folder: string;
let table: ThumbnailTable;
let db: DatabaseSync;
let connection: Connection;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-copies-'));
  await mkdir(path.join(folder, 'thumbnails'));
  table = openThumbnails(path.join(folder, 'thumbnails', 'thumbnails.sqlite'));
  db = new DatabaseSync(path.join(folder, 'latent.db'));
  connection = createConnection(db);
});
afterEach(async () => {
  db.close();
  table.close();
  await rm(folder, { recursive: true });
});

const dice = seeded(20_261_124);

interface Look {
  readonly hash: Uint8Array;
  readonly colours: Uint8Array;
}

/** The hash with some bits flipped, and the colours a little different. */
const varied = ({ hash, colours }: Look, bits: number, colour: number): Look => {
  const changed = hash.slice();
  for (let flip = 0; flip < bits; flip += 1) {
    const bit = dice(64);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  }
  for (let at = 8; at < changed.length; at += 1) changed[at] = Math.min(15, ((changed[at] ?? 0) & 15) + (at === 500 ? bits >> 1 : 1)) + ((changed[at] ?? 0) & 0xf0);
  return { hash: changed, colours: colours.map((value) => (value < 128 ? value + colour : value - colour)) };
};

/** Every fifth is flat. */
const fresh = (): Look => ({ hash: Uint8Array.from({ length: dice(5) === 0 ? 8 + 2048 : 8 }, () => dice(256)), colours: Uint8Array.from({ length: 15 }, () => dice(256)) });

const bitsOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

function bitsApart(one: Look, other: Look): number {
  let sum = 0;
  for (let at = 0; at < 8; at += 1) sum += bitsOfByte[(one.hash[at] ?? 0) ^ (other.hash[at] ?? 0)] ?? 0;
  return sum;
}

/** Infinity: only one of them is flat. */
const cellsApart = ({ hash }: Look, other: Look): number => (hash.length === other.hash.length ? hash.subarray(8).reduce((most, pair, at) => Math.max(most, Math.abs((pair >> 4) - ((other.hash[at + 8] ?? 0) >> 4)), Math.abs((pair & 15) - ((other.hash[at + 8] ?? 0) & 15))), 0) : Infinity);

const coloursApart = (one: Look, other: Look): number => one.colours.reduce((sum, value, at) => sum + Math.abs(value - (other.colours[at] ?? 0)), 0) / 15;

/** Compares each picture with all that are older. */
function compared(looks: readonly Look[]): readonly number[] {
  const found: number[] = [];
  for (const [at, look] of looks.entries()) {
    const copied = looks.findIndex((other, place) => place < at && found[place] === place + 1 && bitsApart(look, other) <= mostBits && coloursApart(look, other) <= mostColour && cellsApart(look, other) <= mostSteps);
    found.push(copied < 0 ? at + 1 : copied + 1);
  }
  return found;
}

function write(looks: readonly Look[], from: number): void {
  for (const [at, { hash, colours }] of looks.entries()) if (at >= from) table.write(at + 1, Uint8Array.of(1), Uint8Array.of(1, ...colours), hash);
}

const sets = (): readonly number[] => [...nearCopies(connection)];

it('finds the same sets as a comparison of each picture with each', () => {
  const looks: Look[] = [];
  for (let at = 0; at < 1_400; at += 1) {
    const of = looks[dice(Math.max(at, 1))];
    looks.push(of === undefined || dice(2) === 0 ? fresh() : varied(of, dice(11), dice(24)));
  }
  write(looks, 0);
  const expected = compared(looks);
  expect(expected.filter((set, at) => set !== at + 1).length).toBeGreaterThan(150);
  expect(sets().slice(1, looks.length + 1)).toEqual(expected);

  // A few new ones are compared without starting again.
  const before = looks.length;
  for (let more = 0; more < 60; more += 1) looks.push(varied(looks[dice(before)] ?? fresh(), dice(11), dice(24)));
  write(looks, before);
  expect(sets().slice(1, looks.length + 1)).toEqual(compared(looks));
});

it('has no sets without hashes, also if the file is no longer there', async () => {
  expect(sets()).toEqual([]);
  await rm(path.join(folder, 'thumbnails'), { recursive: true });
  expect(sets()).toEqual([]);
});

it('thousands of different flat pictures with one hash are compared in many short steps', () => {
  const count = 2_000;
  for (let id = 1; id <= count; id += 1) {
    const cells = Uint8Array.from({ length: 2048 }, (_, at) => ((id >> at) & 1) * 0xff);
    table.write(id, new Uint8Array(), new Uint8Array(16).fill(1), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, ...cells));
  }
  let steps = 0;
  const found = nearCopies({ ...connection, pause: () => (steps += 1) });
  expect([...found.subarray(1, count + 1)]).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  // Each is compared with all that are older by each of the four parts of the hash.
  expect(steps).toBeGreaterThan((4 * count ** 2) / 2 / 80_000);
});
