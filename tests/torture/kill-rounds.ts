import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAccount } from '../support/open-test-database.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import type { Submission } from './chaos.ts';
import type { Dice } from '../support/dice.ts';
import { startEngine, type Engine } from './engine.ts';
import { neighbour, type EngineConfig, type KillPoint, type StopSignal } from './engine-messages.ts';
import { checkRound, takeWitnessed, type CheckTried, type Tried } from './kill-checks.ts';
import type { FamilyOptions } from './tally.ts';

export interface KillRounds {
  /** Names the family in prompts and findings. */
  readonly name: string;
  /** What stops the processes; empty if nothing does. */
  readonly stoppedBy: readonly StopSignal[];
  /** Whether the database's thread dies while they run. */
  readonly threadDies?: true;
  /** Entry of the database's thread. */
  readonly workerFile: string;
  readonly points: readonly KillPoint[];
  /** How likely nothing stops the process of a round. */
  readonly calm?: number;
  /** How often a point may be passed before the signal comes. */
  readonly passes: number;
  /** The longest time before a signal that comes at any time, in milliseconds. */
  readonly randomMs: number;
  /** What is submitted in a round; `point`: where its process is stopped. */
  readonly submissions: (dice: Dice, point: KillPoint | null, service: ScriptedService) => readonly Submission[];
  readonly engine?: Pick<EngineConfig, 'submitDeadlineMs' | 'watchLimitMinutes' | 'repeats' | 'speed'>;
  /** How long nothing runs after a signal, in milliseconds. */
  readonly downMs?: (dice: Dice) => number;
  /** Whether tasks of unknown outcome are looked for in the list of the service once everything is at rest. The process may be stopped meanwhile. */
  readonly finds?: true;
  /** What the service did with one submission, compared with the history. */
  readonly check?: CheckTried;
}

const key = 'torture-key-0123456789';
/** Milliseconds after which a process that did not pass its point gets the signal anyway. */
const patience = 1_000;
/** Milliseconds in which everything must come to rest, with a clock that runs fast. */
const restMs = 30_000;
const mostThreadDeaths = 5;
/** Points that a round passes once or a few times at most. */
const rarePoints: readonly KillPoint[] = ['before-intent', 'after-intent', 'before-ids', 'after-ids', 'before-delivery', 'after-delivery'];

/**
 * Round after round on the same database: a process gets submissions and is stopped, or loses its database's thread. The process that runs
 * then must bring everything to rest, and is the victim of the next round.
 */
export async function killRounds({ rounds, dice, tally, log }: FamilyOptions, plan: KillRounds): Promise<void> {
  const service = await startScriptedService({ key });
  const folder = await mkdtemp(path.join(tmpdir(), `latent-torture-${plan.name}-`));
  const deathsFile = path.join(folder, 'latent.db.deaths');
  let engine: Engine | null = null;

  const launch = async (): Promise<Engine> => {
    try {
      return await startEngine({ folder, serviceUrl: service.url, key, workerFile: plan.workerFile, ...plan.engine });
    } catch (error) {
      tally.fail('failedLaunches', String(error));
      throw error;
    }
  };
  const stop = async (victim: Engine, signal: StopSignal): Promise<void> => {
    const code = await victim.stop(signal);
    tally.add(signal === 'SIGKILL' ? 'kills' : 'signals');
    if (signal !== 'SIGKILL' && code !== 0) tally.fail('failedEnds', `${plan.name} ${signal}: ${code}`);
  };
  const check = (victim: Engine, name: string): Promise<void> =>
    victim.check().then(
      (faults) => {
        tally.add('checks');
        for (const fault of faults) tally.fail('unsoundDatabases', `${name}: ${fault}`);
      },
      // Its process or thread died.
      () => undefined,
    );

  try {
    for (let round = 0; round < rounds; round += 1) {
      engine ??= await launch();
      const signal = plan.stoppedBy.length === 0 || (plan.calm !== undefined && dice.chance(plan.calm)) ? null : dice.pick(plan.stoppedBy);
      // Every third signal comes at any time.
      const point = round % 3 === 2 ? null : (plan.points[(round - Math.floor(round / 3)) % plan.points.length] ?? null);
      const name = `${plan.name} ${round} (${signal === null ? 'calm' : (point ?? 'any time')})`;
      const submitted = await prepare(service, plan, round, point, dice);
      if (signal !== null && point !== null) await engine.arm(point, rarePoints.includes(point) ? 1 : 1 + dice.below(plan.passes), signal);
      const deaths = 1 + dice.below(mostThreadDeaths);
      if (plan.threadDies) await writeFile(deathsFile, String(deaths));
      engine.submit(submitted.flatMap(({ tasks }) => tasks)).catch(() => undefined);
      const checked = dice.chance(0.3) ? check(engine, name) : Promise.resolve();
      if (signal !== null) {
        const ended = await Promise.race([engine.gone.then(() => true), sleep(point === null ? dice.below(plan.randomMs) : patience, false)]);
        if (ended) tally.add('stopsAtNamedPoints');
        await stop(engine, signal);
        await sleep(plan.downMs?.(dice) ?? 0);
        engine = await launch();
        if (dice.chance(0.25)) {
          await sleep(dice.below(plan.randomMs));
          await stop(engine, signal);
          engine = await launch();
        }
      }

      const ofRound = submitted.flatMap(({ tasks }) => tasks.map(({ id }) => id));
      const late = submitted.flatMap(({ tasks, odd }) => (odd?.isLate === true ? tasks.map(({ id }) => id) : []));
      let open = await engine.settle(restMs, late);
      if (plan.finds) {
        if (signal !== null && dice.chance(0.3)) {
          engine.findListed(ofRound).catch(() => undefined);
          await sleep(dice.below(100));
          await stop(engine, signal);
          engine = await launch();
        }
        tally.add('foundInList', await engine.findListed(ofRound));
        open = await engine.settle(restMs, late);
      }
      await checked;
      if (plan.threadDies) {
        tally.add('threadDeaths', deaths - Number(await readFile(deathsFile, 'utf8')));
        await rm(deathsFile);
      }
      // First, because something may still happen to a neighbour's task. Those of earlier rounds are compared too.
      const seen = await takeWitnessed(folder);
      const inventory = await engine.inventory([...new Set([...ofRound, ...seen.flatMap((note) => ('taskId' in note ? [note.taskId] : []))])]);
      const served = await service.served(submitted.map(({ prompt }) => prompt));
      const tried = submitted.flatMap(({ tasks, script, odd }, index): readonly Tried[] => {
        const forPrompt = served[index];
        return forPrompt === undefined ? [] : [{ ids: tasks.map(({ id }) => id), script, served: forPrompt, ...(odd === undefined ? {} : { odd }) }];
      });
      const evidence = { round: name, folder, tried, seen, inventory, open, mustKnowIds: !plan.stoppedBy.includes('SIGKILL'), wasKilled: signal === 'SIGKILL' };
      await checkRound(evidence, tally, plan.check);
      log(`${name}: ${inventory.tasks.map(({ task }) => task.state.status).join(' ')}`);
    }
    if (engine !== null) {
      await check(engine, `${plan.name} at its end`);
      await stop(engine, 'SIGTERM');
    }
  } finally {
    await engine?.stop('SIGKILL');
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(service: ScriptedService, plan: KillRounds, round: number, point: KillPoint | null, dice: Dice) {
  const submitted = plan.submissions(dice, point, service).map(({ script, count, odd }, number) => {
    const prompt = `${plan.name} ${round}.${number}${odd === undefined ? '' : ` (${odd.name})`}`;
    const request = { model: 'm', prompt, size: '64x64', quality: 'low' };
    const accountId = odd?.isNeighbours === true ? neighbour.id : testAccount.id;
    return { prompt, script, odd, tasks: Array.from({ length: count }, () => ({ id: randomUUID(), accountId, request, retryOf: null })) };
  });
  for (const { prompt, script } of submitted) await service.script(prompt, script);
  return submitted;
}
