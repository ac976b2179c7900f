import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atMost, holds, plainFinding, wrongFinding, type BenchContext } from '../../bench/harness/figures.ts';
import { measureAll, type Measured } from '../../bench/harness/measure-all.ts';
import { findProgram, PeerMissing } from '../../bench/harness/programs.ts';

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'latent-measure-'));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

const context = (said: string[]): BenchContext => ({ runs: 1, large: 10, small: 1, inFlight: [1], scratch, say: (line) => said.push(line) });
const found = plainFinding('good', 'a figure', { value: 1, unit: 'ms' }, atMost(2));

test('a metric that fails is named, and the others are measured and reported', async () => {
  const said: string[] = [];
  const told: Measured[] = [];
  const metrics = { bad: () => Promise.reject(new Error('the window is gone')), good: () => Promise.resolve([found]) };
  const broken = await measureAll(metrics, context(said), async (measured) => void told.push(measured));
  expect(broken).toEqual(['bad']);
  expect(told.map(({ metric }) => metric)).toEqual(['bad', 'good']);
  expect(told[0]?.findings).toEqual([{ metric: 'bad', what: 'all of it', why: 'The measurement broke off.' }]);
  expect(told[1]?.findings).toEqual([found]);
  expect(said.join('\n')).toContain('the window is gone');
});

test('a missing peer is not a failure: the table says how to get it', async () => {
  const told: Measured[] = [];
  const broken = await measureAll({ peerless: () => Promise.reject(new PeerMissing('rg is not here: apt-get install ripgrep brings it.')) }, context([]), async (measured) => void told.push(measured));
  expect(broken).toEqual([]);
  expect(told[0]?.findings).toEqual([{ metric: 'peerless', what: 'all of it', why: 'rg is not here: apt-get install ripgrep brings it.' }]);
});

test('the files of a metric are deleted before the next one begins', async () => {
  let left = '';
  let wasThere = true;
  await measureAll(
    {
      first: async ({ scratch: own }) => {
        left = path.join(own, 'large.db');
        await writeFile(left, 'a million pictures');
        return [];
      },
      second: async () => {
        wasThere = existsSync(left);
        return [];
      },
    },
    context([]),
    async () => undefined,
  );
  expect(wasThere).toBe(false);
});

test('a program is recognised as a peer by its own words, not by its name', () => {
  expect(findProgram(['no-such-program', process.execPath], process.version, null)).toBe(process.execPath);
  expect(findProgram([process.execPath], 'ImageMagick', null)).toBeNull();
});

test('a figure without any measurement does not hold', () => {
  const latest = (of: readonly number[]) => plainFinding('good', 'the latest', { value: Math.max(...of), unit: 'ms' }, atMost(2));
  expect(holds(latest([1]))).toBe(true);
  expect(holds(latest([]))).toBe(false);
  expect(holds(wrongFinding('good', 'queries too early', 0, 11_932))).toBe(true);
  expect(holds(wrongFinding('good', 'queries too early', 1, 11_932))).toBe(false);
  expect(holds(wrongFinding('good', 'queries too early of 0', 0, 0))).toBe(false);
});
