import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import buildThreads from '../support/build-threads.ts';
import type { BenchContext, Finding, Unmeasured } from './harness/figures.ts';
import { PeerMissing } from './harness/programs.ts';
import { appendRecord, describeMachine, writePage } from './harness/records.ts';
import { plainTable, rowOf } from './harness/table.ts';
import { metrics } from './metrics/index.ts';

/** The command line of `npm run bench`. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '7' },
    large: { type: 'string', default: '1000000' },
    small: { type: 'string', default: '1000' },
    'in-flight': { type: 'string', default: '1000,5000' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const order = Object.keys(metrics);
const stranger = positionals.find((name) => !(name in metrics));
if (stranger !== undefined) {
  console.error(`There is no metric called ${stranger}. There are: ${order.join(', ')}.`);
  process.exit(2);
}
if (values.list) {
  console.log(order.join('\n'));
  process.exit(0);
}

// `--write` alone renders what was measured before.
const names = positionals.length > 0 ? positionals : values.write ? [] : order;
const scratch = await mkdtemp(path.join(tmpdir(), 'latent-bench-'));
const context: BenchContext = {
  runs: Number(values.runs),
  large: Number(values.large),
  small: Number(values.small),
  inFlight: values['in-flight'].split(',').map(Number),
  scratch,
  say: (line) => process.stderr.write(`bench: ${line}\n`),
};
try {
  if (names.length > 0) await buildThreads();
  const all: (Finding | Unmeasured)[] = [];
  for (const name of names) {
    context.say(name);
    const machine = describeMachine();
    const findings = await measure(name);
    all.push(...findings);
    await appendRecord({ at: new Date().toISOString(), metric: name, runs: context.runs, large: context.large, small: context.small, ...machine, findings });
  }
  if (all.length > 0) console.log(plainTable(all.map(rowOf)));
  if (values.write) await writePage(order);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function measure(name: string): Promise<readonly (Finding | Unmeasured)[]> {
  try {
    return (await metrics[name]?.(context)) ?? [];
  } catch (error) {
    if (!(error instanceof PeerMissing)) throw error;
    return [{ metric: name, what: 'all of it', why: error.message }];
  }
}
