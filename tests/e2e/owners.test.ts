import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AccountId } from '../../shared/task.ts';
import { createDice } from '../support/dice.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { isLongForm } from '../support/long-form.ts';
import { checkOwnerRounds, ownerCounts, ownerRound, prepareOwnerRounds } from '../support/owner-rounds.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { dist, startCommand, type CommandWork, type StartedCommand } from '../support/start-command.ts';
import { hasExited, startDirectly } from '../support/start-directly.ts';
import { expect, test } from '../support/test.ts';

/** One process owns a profile's engine: the app, or a command. The others hand their work over, and the next one takes over. */

let profile: Profile;
let service: ScriptedService;
let accountId: AccountId;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
  accountId = await prepareOwnerRounds(profile, service);
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

const generate = (prompt: string, work: Partial<CommandWork> = {}): StartedCommand => {
  const id = randomUUID();
  return startCommand({ userData: profile.userData, picturesFolder: path.dirname(profile.library), accountId, tasks: [{ id, prompt }], waits: [id], ...work });
};
const owned = ({ said }: StartedCommand): readonly boolean[] => said.flatMap((each) => ('owner' in each ? [each.owner] : []));
const statuses = ({ said }: StartedCommand): readonly string[] => said.flatMap((each) => ('settled' in each ? each.settled.map(({ task }) => task.state.status) : []));
const tellLife = path.join(import.meta.dirname, '../support/tell-life.cjs');

test('where the app runs, a command is its client: the app sends, shows and keeps what the command asks for', async () => {
  const app = await LatentApp.launch(profile);
  const command = generate('a quiet harbour');
  await command.gone;
  expect(command.said.filter((each) => 'failed' in each)).toEqual([]);
  expect([owned(command), statuses(command)]).toEqual([[], ['completed']]);
  await expect(app.pictures).toHaveCount(1);
  expect(await service.posts('a quiet harbour')).toBe(1);
  await app.close();
});

test('a person who opens the app while a command owns the profile is told what is waited for; the app takes over, and the command goes on through it', async () => {
  // The answer is held until the app has said that it waits.
  await service.script('a slow river', { submit: [{ isHeld: true, body: { json: { id: '$ID', status: 'processing' } } }] });
  const command = generate('a slow river');
  await expect.poll(() => service.posts('a slow river')).toBe(1);
  expect(owned(command)).toEqual([true]);
  const app = startDirectly(profile, ['-r', tellLife]);
  try {
    // The waiting window; the app's own comes later.
    await expect.poll(() => app.output().split('[life] loaded').length - 1).toBe(1);
    expect(app.output()).not.toContain('told:');
    await service.release();
    await expect.poll(() => app.output().split('[life] loaded').length - 1).toBeGreaterThanOrEqual(2);
    await command.gone;
    expect(command.said.filter((each) => 'failed' in each)).toEqual([]);
    expect([owned(command), statuses(command)]).toEqual([[true, false], ['completed']]);
    expect(await service.posts('a slow river')).toBe(1);
    expect(hasExited(app)).toBe(false);
  } finally {
    const gone = new Promise((resolve) => void app.child.once('exit', resolve));
    app.child.kill('SIGTERM');
    await gone;
  }
});

test('a command whose history cannot be opened says so and ends, so that the profile is free', async () => {
  const history = new DatabaseSync(path.join(profile.userData, 'latent.db'));
  history.exec('PRAGMA user_version = 9999; CREATE TABLE of_a_later_version (a)');
  history.close();
  const child = spawn(process.execPath, [path.join(dist, 'latent.cjs'), '--profile', profile.userData, 'generate', 'a fox'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const [status] = (await once(child, 'exit')) as [number];
  expect([status, said]).toEqual([1, expect.stringContaining('newer-schema')]);
});

/** In every fourth round, the app takes part. */
async function rounds(count: number): Promise<void> {
  const seed = Number(process.env['LATENT_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  const faults: string[] = [];
  const counts = { ...ownerCounts };
  const plan = { profile, service, accountId, dice: createDice(seed, 'owners'), counts, fault: (what: string) => void faults.push(`round ${counts.rounds}: ${what}`) };
  let open: Awaited<ReturnType<typeof ownerRound>> = [];
  for (let round = 1; round <= count; round += 1) {
    open = [...open, ...(await ownerRound(plan, round % 4 === 1))];
    if (round % 10 !== 0 && round !== count) continue;
    await checkOwnerRounds(plan, open);
    open = [];
    console.log(`[figures] seed ${seed}, ${JSON.stringify(counts)}, ${faults.length} faults`);
    expect(faults).toEqual([]);
  }
}

test('two rounds of kills of owners and clients: no task is sent twice, none is lost', async () => {
  test.setTimeout(400_000);
  await rounds(2);
});

const lanes = 2;
for (let lane = 1; lane <= lanes; lane += 1) {
  test(`many rounds of kills of owners and clients, lane ${lane} of ${lanes}`, { tag: '@long' }, async () => {
    const count = isLongForm ? 100 : 6;
    test.setTimeout(600_000 + count * 60_000);
    await rounds(count);
  });
}
