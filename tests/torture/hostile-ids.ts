import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { remoteIdOf } from '../../shared/task.ts';
import { testAccount } from '../support/open-test-database.ts';
import { samplePicture } from '../support/sample-pictures.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import type { Dice } from '../support/dice.ts';
import { startEngineHere } from './engine-here.ts';
import type { Family } from './tally.ts';
import { createFastClock } from './wired-engine.ts';

const idsPerRound = 5;
const speed = 30;
const patience = 60_000;

const pieces = [
  '../', '..\\', '..', '.', '/', '//', '\\', '%2f', '%2e%2e%2f', '%00', '%', '?key=1', '#', '&', ';', ' ', '\t', '\n', '\r\nx-injected: 1\r\n',
  '\u0000', '\u202e', '\ufeff', '💥', 'ünï', '中文', 'CON', 'a:b', '~', '$(reboot)', '`x`', '<script>', `'; DROP TABLE tasks; --`, '"', '{}',
  '__proto__', 'constructor', 'http://127.0.0.1:1/', '@host', 'null', '0',
];

/** Task ids that no service should give. Each is queried exactly as it is, and names no file. */
export const hostileIds: Family = async ({ rounds, dice, tally, log }) => {
  const service = await startScriptedService({ key: 'torture-key-0123456789' });
  const here = await startEngineHere({ service, clock: createFastClock(speed) });
  const submit = async (prompts: readonly string[]): Promise<readonly string[]> => {
    const tasks = prompts.map((prompt) => ({ id: randomUUID(), accountId: testAccount.id, request: { model: 'm', prompt, size: '', quality: '' }, retryOf: null }));
    await here.engine.submit(tasks);
    const end = performance.now() + patience;
    while (performance.now() < end && (await here.database.unfinishedTasks()).length > 0) await sleep(15);
    return tasks.map(({ id }) => id);
  };
  try {
    // All pictures have one plain address, because the service puts the id in its own addresses.
    const base64 = samplePicture('png').bytes.toString('base64');
    await service.script('plain', { id: 'plain', images: [{ base64 }] });
    await submit(['plain']);
    const used = new Set(['plain']);
    let kept = 1;
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from({ length: idsPerRound }, (_, number) => unused(used, hostileId(dice), `${round}.${number}`));
      const prompts = ids.map((_, number) => `hostile ${round}.${number}`);
      for (const [number, id] of ids.entries()) {
        await service.script(prompts[number] ?? '', { id, images: [{ base64, url: `${service.url}/pictures/plain/0` }] });
      }
      const tasks = await submit(prompts);
      for (const [number, taskId] of tasks.entries()) {
        const entry = await here.database.task(taskId);
        // A blank id is no id, so the outcome of the POST is unknown.
        if (!/\S/.test(ids[number] ?? '')) {
          if (entry?.task.state.status !== 'unknown') tally.fail('wrongQueries', `hostile-ids took blanks for an id: ${JSON.stringify(entry)}`);
          continue;
        }
        kept += 1;
        const whole = entry?.task.state.status === 'completed' && remoteIdOf(entry.task) === ids[number];
        const fetched = entry?.images.every(({ state }) => state.status === 'kept' && /^\d{4}\/\d{4}-\d{2}\/[^/]+ hostile [^/]+\.png$/.test(state.file.path));
        if (!whole || fetched !== true) tally.fail('wrongQueries', `hostile-ids ${JSON.stringify(ids[number]?.slice(0, 200))}: ${JSON.stringify(entry)}`);
      }
      tally.add('hostileIds', idsPerRound);
      log(`hostile-ids ${round}: ${ids.map((id) => JSON.stringify(id).slice(0, 24)).join(' ')}`);
    }
    await checkFiles(here, kept, (detail) => tally.fail('wrongQueries', `hostile-ids: ${detail}`));
  } finally {
    await here.close();
    await service.stop();
  }
};

function hostileId(dice: Dice): string {
  if (dice.chance(0.1)) return 'x'.repeat(1_000 + dice.below(9_000));
  return Array.from({ length: 1 + dice.below(4) }, () => dice.pick(pieces)).join('');
}

/** Adds a number if the id was used before, because each id belongs to one task. */
function unused(used: Set<string>, id: string, number: string): string {
  const unusedId = used.has(id) ? id + number : id;
  used.add(unusedId);
  return unusedId;
}

/** There are as many pictures as were kept, and nothing but the database is beside the library. */
async function checkFiles(here: { readonly folder: string; readonly library: string }, kept: number, fail: (detail: string) => void): Promise<void> {
  const pictures = (await readdir(here.library, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name.endsWith('.png'));
  if (pictures.length !== kept) fail(`${pictures.length} pictures for ${kept} rows`);
  const beside = (await readdir(here.folder)).filter((name) => name !== 'library' && !name.startsWith('latent.db'));
  if (beside.length > 0) fail(`beside the library: ${beside.join()}`);
}
