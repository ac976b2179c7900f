import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnection, type Connection } from '../../../../electron/database/sqlite/statements.ts';
import { mostBits, mostColour, mostCompared } from '../../../../electron/database/views/similar/copy-groups.ts';
import { createFlatCells, mostCached, mostSteps } from '../../../../electron/database/views/similar/flat-cells.ts';
import { nearCopies } from '../../../../electron/database/views/similar/near-copies.ts';
import { openThumbnails, type ThumbnailTable } from '../../../../electron/database/worker/thumbnail-table.ts';
import { createDice } from '../../../support/dice.ts';

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

const dice = createDice(20_261_124);

interface Look {
  readonly hash: Uint8Array;
  readonly colours: Uint8Array;
}

/** The hash with some bits flipped, and the colours a little different. */
const varied = ({ hash, colours }: Look, bits: number, colour: number): Look => {
  const changed = hash.slice();
  for (let flip = 0; flip < bits; flip += 1) {
    const bit = dice.below(64);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  }
  for (let at = 8; at < changed.length; at += 1) changed[at] = Math.min(15, ((changed[at] ?? 0) & 15) + (at === 500 ? bits >> 1 : 1)) + ((changed[at] ?? 0) & 0xf0);
  return { hash: changed, colours: colours.map((value) => (value < 128 ? value + colour : value - colour)) };
};

/** Every fifth is flat. */
const fresh = (): Look => ({ hash: Uint8Array.from({ length: dice.below(5) === 0 ? 8 + 2048 : 8 }, () => dice.below(256)), colours: Uint8Array.from({ length: 15 }, () => dice.below(256)) });

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

const sets = (cells = createFlatCells(connection), on = connection): readonly number[] => [...nearCopies(on, cells)];

/** A page with a few lines of its own. All pages have one hash. */
function page(number: number): Look {
  const cells = new Uint8Array(2048).fill(0xff);
  for (let bit = 0; bit < 16; bit += 1) if ((number >> bit) & 1) cells[bit * 100] = 0;
  return { hash: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, ...cells), colours: new Uint8Array(15).fill(250) };
}

const pages = (count: number): readonly Look[] => Array.from({ length: count }, (_, at) => page(at));
const itself = (count: number, from = 0): readonly number[] => Array.from({ length: count }, (_, at) => from + at + 1);

it('finds the same sets as a comparison of each picture with each', () => {
  const looks: Look[] = [];
  for (let at = 0; at < 1_400; at += 1) {
    const of = looks[dice.below(Math.max(at, 1))];
    looks.push(of === undefined || dice.below(2) === 0 ? fresh() : varied(of, dice.below(11), dice.below(24)));
  }
  write(looks, 0);
  const expected = compared(looks);
  expect(expected.filter((set, at) => set !== at + 1).length).toBeGreaterThan(150);
  expect(sets().slice(1, looks.length + 1)).toEqual(expected);

  // A few new ones are compared without starting again.
  const before = looks.length;
  for (let more = 0; more < 60; more += 1) looks.push(varied(looks[dice.below(before)] ?? fresh(), dice.below(11), dice.below(24)));
  write(looks, before);
  expect(sets().slice(1, looks.length + 1)).toEqual(compared(looks));
});

it('has no sets without hashes, also if the file is no longer there', async () => {
  expect(sets()).toEqual([]);
  await rm(path.join(folder, 'thumbnails'), { recursive: true });
  expect(sets()).toEqual([]);
});

it('finds the same sets among flat pictures that share a few hashes', () => {
  const [first, second] = [fresh().hash.slice(0, 8), fresh().hash.slice(0, 8)];
  const looks: Look[] = [];
  for (let at = 0; at < 1_050; at += 1) {
    const of = looks[dice.below(Math.max(at, 1))];
    // Two of forty hashes, in groups that are smaller than what a picture is compared with.
    const hash = at % 20 === 0 ? [first, second][at % 3] : undefined;
    if (of === undefined || dice.below(3) > 0) looks.push({ ...page(at), hash: Uint8Array.of(...(hash ?? fresh().hash.subarray(0, 8)), ...page(at).hash.subarray(8)) });
    else looks.push(dice.below(2) === 0 ? of : varied(of, dice.below(11), dice.below(24)));
  }
  write(looks, 0);
  expect(sets().slice(1, looks.length + 1)).toEqual(compared(looks));
});

it('never reads the cells of pictures whose hashes are far apart', () => {
  write(
    Array.from({ length: 1_100 }, (_, at) => ({ ...page(at), hash: Uint8Array.of(...Uint8Array.from({ length: 8 }, () => dice.below(256)), ...page(at).hash.subarray(8)) })),
    0,
  );
  const cells = createFlatCells(connection);
  expect(sets(cells).slice(1, 1_101)).toEqual(itself(1_100));
  expect(cells.reads).toBe(0);
});

it('holds few of many different pages with one hash, compares each with few, closes the file before each pause and finds equal ones', () => {
  const different = 1_200;
  const first = [...pages(different), ...itself(100, 1_000).map(page)];
  write(first, 0);
  const real = createFlatCells(connection);
  let [comparisons, isOpen, mostAtOnce] = [0, false, 0];
  const cells = {
    ...real,
    get reads() {
      return real.reads;
    },
    areNear(one: number, other: number) {
      comparisons += 1;
      isOpen = true;
      const answer = real.areNear(one, other);
      mostAtOnce = Math.max(mostAtOnce, real.cached);
      return answer;
    },
    close() {
      isOpen = false;
      real.close();
    },
  };
  let pauses = 0;
  const pause = (): void => {
    pauses += 1;
    expect(isOpen).toBe(false);
  };
  // Hashes and sets are cached by connection.
  const watched = { ...connection, pause };
  const copies = nearCopies(watched, cells);
  expect(pauses).toBeGreaterThan(10);
  expect(isOpen).toBe(false);
  const found = [...itself(different), ...itself(100, 1_001)];
  expect([...copies.subarray(1, first.length + 1)]).toEqual(found);
  expect(comparisons).toBeLessThan(first.length * (mostCompared + 4));
  expect(mostAtOnce).toBe(mostCached);
  // Each page is read once, and those that many are compared with are read again from time to time.
  expect(cells.reads).toBeLessThan(first.length * 1.5);

  // New ones are compared with few, too. The copy of a late page is found.
  comparisons = 0;
  const more = [...first, ...itself(20, 2_000).map(page), page(different - 1)];
  write(more, first.length);
  expect(sets(cells, watched).slice(1, more.length + 1)).toEqual([...found, ...itself(20, first.length), different]);
  expect(comparisons).toBeLessThan(21 * (mostCompared + 4));
});

it('never takes flat pictures for near copies if their cells cannot be read', async () => {
  const stepped = (steps: number): Look => ({ ...page(0), hash: page(0).hash.map((value, at) => (at === 9 ? value - steps : value)) });
  write([page(0), stepped(1), stepped(2), { ...page(0), hash: page(0).hash.slice(0, 8) }], 0);
  const answers = (): readonly boolean[] => {
    const cells = createFlatCells(connection);
    const found = [1, 2, 3, 4, 5].map((other) => cells.areNear(1, other));
    cells.close();
    return found;
  };
  expect(answers()).toEqual([true, true, false, false, false]);
  table.close();
  await rm(path.join(folder, 'thumbnails'), { recursive: true });
  expect(answers()).toEqual([false, false, false, false, false]);
  await mkdir(path.join(folder, 'thumbnails'));
  await writeFile(path.join(folder, 'thumbnails', 'thumbnails.sqlite'), 'no database '.repeat(1_000));
  expect(answers()).toEqual([false, false, false, false, false]);
  table = openThumbnails(path.join(folder, 'other.sqlite'));
});

it('keeps no sets of work that was stopped at any of its pauses', () => {
  const alike = { ...page(0), hash: page(0).hash.map((value, at) => (at === 9 ? value - 1 : value)) };
  write([page(0), alike], 0);
  let [pauses, stopAt] = [0, 0];
  const stoppable = (): Connection =>
    createConnection(db, undefined, () => {
      pauses += 1;
      if (pauses === stopAt) throw new Error('stopped');
    });
  nearCopies(stoppable());
  const all = pauses;
  for (stopAt = 1; stopAt <= all; stopAt += 1) {
    pauses = 0;
    const on = stoppable();
    expect(() => nearCopies(on), `pause ${stopAt}`).toThrow('stopped');
    expect([...nearCopies(on)].slice(1, 3), `after pause ${stopAt}`).toEqual([1, 1]);
  }
});
