import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAccount } from '../support/open-test-database.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import type { TaskScript } from '../support/scripted-service-script.ts';
import type { Dice } from './dice.ts';
import { startEngine, type Engine } from './engine.ts';
import type { KillPoint } from './engine-messages.ts';
import type { Ordeal } from './family.ts';
import { checkRound, type Tried } from './kill-checks.ts';

export interface KillRounds {
  /** Names the family in prompts and findings. */
  readonly name: string;
  readonly points: readonly KillPoint[];
  readonly tasksPerRound: number;
  /** How often a point may be passed before it kills. */
  readonly passes: number;
  /** The longest that a kill at a random time waits, in milliseconds. */
  readonly randomMs: number;
  readonly scripted: (dice: Dice) => TaskScript;
}

const key = 'torture-key-0123456789';
/** Milliseconds after which a process that did not pass its point is killed where it stands. */
const patience = 1_000;
/** Milliseconds in which everything comes to rest, on a clock that runs fast. */
const restMs = 30_000;

/**
 * Round after round on the same database: a process takes tasks and is killed, at a named point or at any time, sometimes
 * its successor too; the next one has to bring everything to rest, and goes on as the victim of the next round.
 */
export async function killRounds({ rounds, dice, tally, say }: Ordeal, plan: KillRounds): Promise<void> {
  const service = await startScriptedService({ key });
  const folder = await mkdtemp(path.join(tmpdir(), `latent-torture-${plan.name}-`));
  let engine: Engine | null = null;

  const launch = async (): Promise<Engine> => {
    try {
      return await startEngine({ folder, serviceUrl: service.url, key });
    } catch (error) {
      tally.fail('failedLaunches', String(error));
      throw error;
    }
  };
  const kill = async (victim: Engine): Promise<void> => {
    await victim.kill();
    tally.add('kills');
  };

  try {
    for (let round = 0; round < rounds; round += 1) {
      engine ??= await launch();
      // Every third kill comes at any time.
      const point = round % 3 === 2 ? null : (plan.points[(round - Math.floor(round / 3)) % plan.points.length] ?? null);
      const submitted = await prepare(service, plan, round, dice);
      // The intents are written in one go.
      if (point !== null) await engine.arm(point, point.endsWith('-intent') ? 1 : 1 + dice.below(plan.passes));
      engine.submit(submitted.map(({ task }) => task)).catch(() => undefined);
      const ended = await Promise.race([
        engine.gone.then(() => true),
        sleep(point === null ? dice.below(plan.randomMs) : patience, false),
      ]);
      if (ended) tally.add('killsAtNamedPoints');
      await kill(engine);
      engine = await launch();
      if (dice.chance(0.25)) {
        await sleep(dice.below(plan.randomMs));
        await kill(engine);
        engine = await launch();
      }

      const open = await engine.settle(restMs);
      const inventory = await engine.inventory(submitted.map(({ task }) => task.id));
      const served = await service.served(submitted.map(({ prompt }) => prompt));
      const tried = submitted.flatMap(({ task, script }, index): readonly Tried[] => {
        const forPrompt = served[index];
        return forPrompt === undefined ? [] : [{ id: task.id, script, served: forPrompt }];
      });
      const name = `${plan.name} ${round} (${point ?? 'any time'})`;
      await checkRound({ round: name, folder, tried, inventory, open }, tally);
      await rename(path.join(folder, 'witness.jsonl'), path.join(folder, 'witness-before.jsonl')).catch(() => undefined);
      say(`${name}: ${inventory.tasks.map(({ task }) => task.state.status).join(' ')}`);
    }
    await engine?.close();
  } finally {
    await engine?.kill();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(service: ScriptedService, plan: KillRounds, round: number, dice: Dice) {
  const submitted = Array.from({ length: plan.tasksPerRound }, (_, number) => {
    const prompt = `${plan.name} ${round}.${number}`;
    const request = { model: 'm', prompt, size: '64x64', quality: 'low' };
    return { prompt, script: plan.scripted(dice), task: { id: randomUUID(), accountId: testAccount.id, request, retryOf: null } };
  });
  for (const { prompt, script } of submitted) await service.script(prompt, script);
  return submitted;
}
