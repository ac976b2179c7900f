import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { askedFor, builderName, targets } from '../../../.scripts/packages/targets.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>> | string;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly include?: readonly Readonly<Record<string, string>>[] } };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>> | string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>> | string;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

test.each(workflows)('%s keeps the rules', (_name, source) => {
  expect(faultsOf(source)).toEqual([]);
});

test('every job that installs a package is waited for before a release is drafted', () => {
  const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow;
  const others = Object.keys(jobs).filter((name) => name !== 'draft');
  // `rebuild` is waited for by `compare`.
  expect([...needsOf(jobs['draft'])].sort()).toEqual(others.filter((name) => name !== 'rebuild').sort());
  expect(needsOf(jobs['compare'])).toContain('rebuild');
  // Which has the certificates.
  expect(needsOf(jobs['package'])).toContain('check');
  expect(Object.entries(jobs).filter(([, job]) => holdsWrite(job.permissions)).map(([name]) => name)).toEqual(['draft']);
});

test('each kind of package of a release is installed before it is drafted, but the portable app', () => {
  const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow;
  const tried = (jobs['install']?.strategy?.matrix.include ?? []).map(({ packages, format }) => `${packages} ${format}`);
  const names: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'mac', win32: 'windows' };
  const made = askedFor([], true).map((name) => `${names[targets[name].platform]} ${builderName(name).replace('nsis', 'exe')}`);
  expect([...new Set([...tried, 'linux rpm', 'windows portable'])].sort()).toEqual(made.sort());
});

test('what tests of packages leave out where it is missing is installed in CI', () => {
  const { jobs } = parse(readFileSync(join(folder, 'ci.yml'), 'utf8')) as Workflow;
  const installs = (jobs['test']?.steps ?? []).flatMap(({ run = '' }) => run.split('\n').filter((line) => /apt-get install/.test(line)));
  const packages = installs.flatMap((line) => line.split(/\s+/));
  expect(packages).toEqual(expect.arrayContaining(['rpm', 'p7zip-full', 'appstream', 'desktop-file-utils']));
});

test.runIf(process.platform === 'linux')('the checksums of a release have every file but the feed, which is signed again later', () => {
  const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow;
  const script = jobs['draft']?.steps?.find(({ run }) => run?.includes('> SHA256SUMS'))?.run ?? '';
  const release = mkdtempSync(join(tmpdir(), 'latent-checksums-'));
  try {
    for (const name of ['latent-feed.json', 'latent_1.0.0_amd64.deb', 'Latent-1.0.0.AppImage', 'latent-1.0.0.cdx.json']) writeFileSync(join(release, name), name);
    // As GitHub runs it.
    expect(spawnSync('bash', ['-e', '-c', script], { cwd: release }).status).toBe(0);
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
    expect(sums.trim().split('\n').map((line) => line.slice(66)).sort()).toEqual(['Latent-1.0.0.AppImage', 'latent-1.0.0.cdx.json', 'latent_1.0.0_amd64.deb']);
    expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release }).status).toBe(0);
  } finally {
    rmSync(release, { recursive: true });
  }
});

describe('a workflow is refused', () => {
  const pinned = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
  const good = `
on: { pull_request: }
permissions: { contents: read }
concurrency: { group: a }
jobs:
  a:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - uses: ${pinned}
        with: { persist-credentials: false }
      - run: npm test
`;
  const offences: readonly (readonly [why: string, from: string, to: string, fault: string])[] = [
    ['for a version that can move', pinned, 'actions/checkout@v7', 'not pinned: actions/checkout@v7'],
    ['for a hash without its version', ' # v7.0.1', '', 'no version beside: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1'],
    ['for a short hash', '@3d3c42e5aac5ba805825da76410c181273ba90b1', '@3d3c42e', 'not pinned: actions/checkout@3d3c42e'],
    ['without permissions', 'permissions: { contents: read }', '', 'no permissions'],
    ['for permissions to write for every job', 'contents: read', 'contents: write', 'every job may write'],
    ['for all permissions at once', 'permissions: { contents: read }', 'permissions: write-all', 'every job may write'],
    ['without concurrency', 'concurrency: { group: a }', '', 'no concurrency'],
    ['without a time limit', '    timeout-minutes: 5\n', '', 'a: no timeout'],
    ['for a secret on pull requests', 'npm test', 'npm test ${{ secrets.KEY }}', 'a secret on pull requests'],
    ['for an environment on pull requests', 'runs-on:', 'environment: release\n    runs-on:', 'an environment on pull requests'],
    ["for pull requests with the repository's own rights", 'pull_request', 'pull_request_target', 'runs on pull_request_target'],
    ['for a secret outside of an environment', 'on: { pull_request: }', 'on: { push: }\nenv: { KEY: "${{ secrets.KEY }}" }', 'a secret for every job'],
    ['for all secrets at once', 'timeout-minutes: 5', 'timeout-minutes: 5\n    secrets: inherit', 'all secrets at once'],
    ['for a script that package.json lacks', 'npm test', 'npm run never-there', 'no script never-there'],
    ['for a file that is not there', 'npm test', 'node .scripts/never-there.ts', 'no file .scripts/never-there.ts'],
    ['for words of a stranger in a shell', 'npm test', 'echo "${{ github.event.pull_request.title }}"', 'a: github.… in a shell'],
    ['for a token that stays on the disk', '        with: { persist-credentials: false }\n', '', 'a: checkout keeps the token'],
    ['for a job that waits for none', 'runs-on:', 'needs: b\n    runs-on:', 'a needs b'],
  ];

  test('not for nothing', () => {
    expect(faultsOf(good)).toEqual([]);
  });

  test.each(offences)('%s', (_why, from, to, fault) => {
    expect(good).toContain(from);
    expect(faultsOf(good.replace(from, to))).toContain(fault);
  });
});

/** What a workflow does that none here may do; empty if it keeps all rules. */
function faultsOf(source: string): string[] {
  const workflow = parse(source) as Workflow;
  const faults: string[] = [];
  const unless = (isKept: boolean, fault: string): unknown => isKept || faults.push(fault);

  for (const [, name = '', version = ''] of source.matchAll(/^\s*(?:- )?uses: *(\S+)(.*)$/gm)) {
    if (name.startsWith('./')) continue;
    unless(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(name), `not pinned: ${name}`);
    unless(/^ # v\d+\.\d+\.\d+$/.test(version), `no version beside: ${name}`);
  }

  const events = typeof workflow.on === 'string' ? [workflow.on] : Array.isArray(workflow.on) ? (workflow.on as string[]) : Object.keys(workflow.on);
  for (const event of ['pull_request_target', 'workflow_run']) unless(!events.includes(event), `runs on ${event}`);
  if (events.some((event) => event.startsWith('pull_request'))) {
    unless(!/\bsecrets\b/.test(source), 'a secret on pull requests');
    unless(Object.values(workflow.jobs).every(({ environment }) => environment === undefined), 'an environment on pull requests');
  }
  unless(!/^\s*secrets: *inherit/m.test(source), 'all secrets at once');
  unless(!/\bsecrets\./.test(JSON.stringify({ ...workflow, jobs: {} })), 'a secret for every job');

  unless(workflow.permissions !== undefined, 'no permissions');
  unless(!holdsWrite(workflow.permissions), 'every job may write');
  unless(workflow.concurrency !== undefined, 'no concurrency');

  for (const [name, job] of Object.entries(workflow.jobs)) {
    unless(job.uses !== undefined || job['timeout-minutes'] !== undefined, `${name}: no timeout`);
    unless(job.environment !== undefined || !/\bsecrets\./.test(JSON.stringify(job)), `${name}: a secret without an environment`);
    for (const needed of needsOf(job)) unless(needed in workflow.jobs, `${name} needs ${needed}`);
    for (const { uses = '', run = '', with: inputs = {} } of job.steps ?? []) {
      unless(!/\$\{\{\s*(?:github|inputs)\./.test(run), `${name}: github.… in a shell`);
      unless(!uses.startsWith('actions/checkout@') || inputs['persist-credentials'] === false, `${name}: checkout keeps the token`);
      for (const [, script = ''] of run.matchAll(/npm run (?:--\S+ )*([\w:-]+)/g)) unless(script in scripts, `no script ${script}`);
      for (const [, file = ''] of run.matchAll(/\bnode ((?!-)[\w./-]+)/g)) unless(existsSync(join(root, file)), `no file ${file}`);
    }
  }
  return faults;
}

function needsOf(job: Job | undefined): readonly string[] {
  const { needs = [] } = job ?? {};
  return typeof needs === 'string' ? [needs] : needs;
}

function holdsWrite(permissions: Workflow['permissions']): boolean {
  return JSON.stringify(permissions ?? {}).includes('write');
}
