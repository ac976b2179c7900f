import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import buildThreads from '../support/build-threads.ts';
import type { BenchContext, Finding, Unmeasured } from './harness/figures.ts';
import { measureAll } from './harness/measure-all.ts';
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
    'write-only': { type: 'boolean', default: false },
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

const names = values['write-only'] ? [] : positionals.length > 0 ? positionals : order;
const context: BenchContext = {
  runs: Number(values.runs),
  large: Number(values.large),
  small: Number(values.small),
  inFlight: values['in-flight'].split(',').map(Number),
  scratch: await mkdtemp(path.join(tmpdir(), 'latent-bench-')),
  say: (line) => process.stderr.write(`bench: ${line}\n`),
};
const began = performance.now();
try {
  if (names.length > 0) await buildThreads();
  const wanted = Object.fromEntries(Object.entries(metrics).filter(([name]) => names.includes(name)));
  const all: (Finding | Unmeasured)[] = [];
  let machine = describeMachine();
  const broken = await measureAll(wanted, context, async (measured) => {
    const { runs, large, small } = context;
    all.push(...measured.findings);
    await appendRecord({ at: new Date().toISOString(), runs, large, small, ...machine, ...measured });
    machine = describeMachine();
  });
  if (all.length > 0) console.log(plainTable(all.map(rowOf)));
  if (names.length > 1) context.say(`all of it took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
  if (values.write || values['write-only']) await writePage(order);
  if (broken.length > 0) {
    context.say(`broke off: ${broken.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await rm(context.scratch, { recursive: true, force: true });
}
