import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { holds, type Finding, type Unmeasured } from './figures.ts';
import { reasonFor } from './reasons.ts';
import { markdownTable, rowOf } from './table.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const file = path.join(root, 'test-results/bench.json');
const page = path.join(root, 'docs/performance.md');
const [begin, end] = ['<!-- results: written by `npm run bench -- --write` -->', '<!-- end of results -->'];

/** One metric of one run of the benchmarks, with all that is needed to judge it. */
export interface BenchRecord {
  readonly at: string;
  readonly metric: string;
  readonly runs: number;
  /** Pictures in the large and the small library. */
  readonly large: number;
  readonly small: number;
  /** What all of it took. */
  readonly seconds: number;
  readonly machine: string;
  /** Load average of one minute at the start. */
  readonly load: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly findings: readonly (Finding | Unmeasured)[];
}

/** What this machine is, without its name. */
export function describeMachine(): Pick<BenchRecord, 'machine' | 'load' | 'versions'> {
  const [cpu] = cpus();
  const electron = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  return {
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${type()} ${release()}`,
    load: loadavg()[0] ?? 0,
    versions: {
      latent: versionOf(path.join(root, 'package.json')),
      node: process.versions.node,
      sqlite: process.versions['sqlite'] ?? '',
      ...(electron === undefined ? {} : { electron: readFileSync(path.join(electron, 'version'), 'utf8').trim() }),
      ...programVersions(),
    },
  };
}

function versionOf(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}

/** Of the peers that are programs, those that are here; and of those from the registry. */
function programVersions(): Readonly<Record<string, string>> {
  const programs = Object.entries({ curl: ['curl', '--version'], rg: ['rg', '--version'], vips: ['vipsthumbnail', '--vips-version'], imagemagick: ['convert', '--version'] } as const).flatMap(([name, [program, option]]) => {
    const [, version] = /[ -](\d[\d.]*)/.exec(spawnSync(program, [option], { encoding: 'utf8' }).stdout ?? '') ?? [];
    return version === undefined ? [] : [[name, version] as const];
  });
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'tests/bench/peers/package.json'), 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> };
  return { ...Object.fromEntries(programs), ...dependencies };
}

async function readRecords(): Promise<readonly BenchRecord[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  return JSON.parse(text) as BenchRecord[];
}

export async function appendRecord(record: BenchRecord): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify([...(await readRecords()), record], null, 1));
}

/** Puts the latest record of each metric into docs/performance.md. */
export async function writePage(order: readonly string[]): Promise<void> {
  const latest = new Map((await readRecords()).map((record) => [record.metric, record]));
  const records = order.flatMap((name) => latest.get(name) ?? []);
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has lost the marks between which the results stand`);
  await writeFile(page, `${text.slice(0, from + begin.length)}\n\n${resultsOf(records)}\n\n${text.slice(to)}`);
}

function resultsOf(records: readonly BenchRecord[]): string {
  if (records.length === 0) return 'Nothing was measured yet.';
  const circumstances = Map.groupBy(records, ({ at, machine, versions, runs, large, small }) => {
    const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(', ');
    return `${at.slice(0, 10)}: ${machine}; ${programs}; ${runs} runs each, ${large} and ${small} pictures`;
  });
  const machines = [...circumstances].map(([text, of]) => `- ${of.map(({ metric }) => metric).join(', ')}: ${text}; load ${Math.max(...of.map(({ load }) => load)).toFixed(1)} at most when they began.`);
  const missed = records.flatMap(({ findings }) => findings).filter((finding) => !('why' in finding) && !holds(finding)) as Finding[];
  const whys = missed.map((finding) => `- **${finding.metric}**, ${finding.what}: ${reasonFor(finding)}`);
  return [...machines, '', markdownTable(records.flatMap(({ findings }) => findings.map(rowOf))), ...(whys.length > 0 ? ['', 'What does not hold, and why:', '', ...whys] : [])].join('\n');
}
