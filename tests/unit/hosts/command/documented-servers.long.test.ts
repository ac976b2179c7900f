import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensurePostgres } from '../../../../.scripts/electron/linux.ts';
import { commandLinesOf } from '../../../support/command-lines.ts';
import { createCommandRig, type CommandRig, type CommandRun } from '../../../support/command-rig.ts';
import { addPaidAccount } from '../../../support/paid-profile.ts';
import { startPostgres, type Postgres } from '../../../support/postgres.ts';
import { paddedPng } from '../../../support/sample-pictures.ts';
import { startScriptedService, type ScriptedService } from '../../../support/scripted-service.ts';
import { startStrictS3, type StrictS3 } from '../../../support/strict-s3.ts';

/** Runs the commands of docs/workers.md and docs/mirror.md in their order, with servers of the tests in the place of those that they name. */

const key = 'sk-servers-0123456789abcdef';

let postgres: Postgres;
let service: ScriptedService;
let s3: StrictS3;
let rig: CommandRig;
/** What the lines name, and what stands for it here. */
let places: Readonly<Record<string, string>>;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  [postgres, service, s3, rig] = await Promise.all([startPostgres(), startScriptedService({ key }), startStrictS3({ bucket: 'my-pictures', region: 'us-east-1', keyId: 'AKID' }), createCommandRig()]);
  await service.script('*', { processing: 0, images: [{ base64: paddedPng(3_000).toString('base64') }] });
  // As the document makes them: the worker's user is no superuser, and owns its database.
  const socket = path.dirname(postgres.socket);
  const asSuperuser = (program: string, ...args: readonly string[]): Promise<unknown> => promisify(execFile)(path.join(ensurePostgres(), program), ['--host', socket, '--username', 'latent', ...args]);
  await asSuperuser('createuser', 'studio');
  await asSuperuser('createdb', '--owner', 'studio', 'latent');
  env = { LATENT_QUEUE: `postgres://studio@/latent?host=${encodeURIComponent(socket)}`, SERVICE_API_KEY: key, AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: s3.secret };
  places = {
    'https://api.example.com': service.url,
    'https://s3.example.com': s3.url,
    '/srv/latent/worker-1': path.join(rig.home, 'worker-1'),
    '/srv/pictures': path.join(rig.home, 'pictures'),
    '9464': String(await freePort()),
  };
  await addPaidAccount(rig.profile, rig.home, { url: service.url, key, prices: { '*': '0.04' } });
  await writeFile(path.join(rig.home, 'prompts.csv'), 'prompt,size\na lighthouse,64x64\na heron,64x64\n');
});
afterAll(async () => {
  await rig.remove();
  await Promise.all([service.stop(), s3.stop()]);
  await postgres.stop();
});

/** The lines of a document that have not been run yet. */
const left: Record<string, string[]> = Object.fromEntries(['workers', 'mirror'].map((name) => [name, commandLinesOf(`docs/${name}.md`).map((words) => words.join(' '))]));

/** The next line of a document, which must be the expected one, as it can be run here. */
function next(document: string, expected: string): readonly string[] {
  expect(left[document]?.shift()).toBe(expected);
  return expected.split(' ').map((word) => places[word] ?? word);
}

const run = async (document: string, line: string, { more = [], on = rig }: { readonly more?: readonly string[]; readonly on?: CommandRig } = {}): Promise<CommandRun> => {
  const ended = await on.run([...next(document, line), ...more], { env, cwd: on.home });
  expect(ended.status, ended.stderr).toBe(0);
  return ended;
};

/** Starts a worker; it is there once it says so. */
async function startWorker(words: readonly string[]): Promise<ChildProcess> {
  const child = rig.start(words, { env, cwd: rig.home });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout?.resume();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => said).toContain('sends with');
  return child;
}

async function end(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
}

test('docs/workers.md leads from an empty server to pictures, by a folder and by a bucket', { timeout: 240_000 }, async () => {
  const worker = await startWorker(next('workers', 'worker --profile /srv/latent/worker-1 --address https://api.example.com --library /srv/pictures --metrics 9464'));
  await run('workers', 'queue --account https://api.example.com --day 50 --at-once 8');
  const made = await run('workers', 'generate --list prompts.csv --queue --request-id catalogue-november --yes');
  expect(made.stdout.trim().split('\n').map((file) => path.dirname(path.dirname(file)).startsWith(rig.home))).toEqual([true, true]);
  expect((await run('workers', 'queue')).stdout).toContain(service.url);
  await run('workers', 'queue --account https://api.example.com --go-on');
  expect(await (await fetch(`http://127.0.0.1:${places['9464'] ?? ''}/health`)).text()).toBe('ok\n');
  await end(worker);

  const other = await startWorker(['--profile', path.join(rig.home, 'worker-2'), ...next('workers', 'worker --address https://api.example.com --mirror 15 --endpoint https://s3.example.com --bucket my-pictures')]);
  await end(other);
  // What a worker brings there in its fifteen minutes is tried in worker-mirror.long.
  expect((await rig.run(['mirror', '--endpoint', s3.url, '--bucket', 'my-pictures'], { env })).status).toBe(0);
  const [state = ''] = /^[0-9a-f]{12}\b/m.exec((await run('workers', 'mirror --list --endpoint https://s3.example.com --bucket my-pictures')).stdout) ?? [];
  places = { ...places, PROFILE: state };
  await run('workers', 'mirror --restore --from PROFILE --endpoint https://s3.example.com --bucket my-pictures');
  expect(left['workers']).toEqual([]);
});

test('docs/mirror.md leads to a bucket and back', { timeout: 120_000 }, async () => {
  expect((await rig.run(['generate', 'a harbour', '--yes'], { env })).status).toBe(0);
  // The tests' computer has no keyring.
  await run('mirror', 'mirror --set --endpoint https://s3.example.com --bucket my-pictures --key-id AKID', { more: ['--prefix', 'home', '--keep', 'plain'] });
  await run('mirror', 'mirror');
  const empty = await createCommandRig();
  onTestFinished(() => empty.remove());
  await run('mirror', 'mirror --restore --endpoint https://s3.example.com --bucket my-pictures --key-id AKID', { more: ['--prefix', 'home'], on: empty });
  expect((await empty.run(['search', 'harbour', '--json'])).json()).toMatchObject({ total: 1 });
  expect(left['mirror']).toEqual([]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
