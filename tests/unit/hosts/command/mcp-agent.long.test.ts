import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDice } from '../../../support/dice.ts';
import { openAssistantRig, startAssistant } from '../../../support/assistant-rig.ts';
import { revisions, type Assistant } from '../../../support/mcp-client.ts';

const rounds = process.env['LATENT_LONG'] === undefined ? 12 : 100;
/** Requests that the agent may begin with. Each round adds one, so that there is something to buy in every round. */
const atFirst = 14;
const requests = Array.from({ length: atFirst + rounds }, (_, at) => ({ request_id: `agent-request-${at}`, prompt: `the agent’s picture ${at}`, model: 'm' }));
/** Fewer requests than this wait for the person at the end: Latent takes no more than 20 of them. */
const beyondBudget = 8;
const affordable = requests.length - beyondBudget;
/** Room for so many of 0.3, and for no other. */
const budget = { perCall: '0.3', perDay: String((affordable * 3 + 1) / 10), asks: 'latent' } as const;

interface Answered {
  readonly tasks: readonly { readonly task_id: string; readonly status: string; readonly ended: boolean; readonly prompt: string }[];
}

it(
  'an agent that repeats, cancels, and kills its servers at random pays for nothing twice, and never more than its budget',
  async () => {
    const seed = Date.now() % 2 ** 31;
    const dice = createDice(seed, 'agent');
    const { home, userData, service } = await openAssistantRig(budget);
    const start = (): Promise<Assistant> => startAssistant({ home, userData, revision: dice.pick(revisions), wait: 2 });
    // Mostly one of the newest. An agent also repeats what it had long ago.
    const pickAt = (round: number): (typeof requests)[number] => dice.pick(requests.slice(dice.chance(0.7) ? round : 0, round + atFirst));
    let servers: Assistant[] = [];
    let kills = 0;
    let cancelled = 0;
    let lost = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Sometimes two at once.
      if (servers.length === 0 || (servers.length === 1 && dice.chance(0.3))) servers.push(await start());
      const calls = Array.from({ length: 1 + dice.below(6) }, async () => {
        const cancel = new AbortController();
        if (dice.chance(0.4)) setTimeout(() => cancel.abort(), dice.below(400));
        await dice.pick(servers).call('generate', pickAt(round), cancel.signal).catch(() => (cancel.signal.aborted ? (cancelled += 1) : (lost += 1)));
      });
      await pause(dice.below(1_500));
      if (dice.chance(0.6)) {
        const victim = dice.pick(servers);
        process.kill(victim.pid(), 'SIGKILL');
        kills += 1;
        servers = servers.filter((one) => one !== victim);
      }
      await Promise.all(calls);
    }
    for (const server of servers) await server.close();

    // The agent repeats everything until nothing changes any more.
    const last = await start();
    const statusOf = async (request: (typeof requests)[number]): Promise<Answered['tasks'][number] | undefined> => {
      const { text, isError, data } = await last.call('generate', request);
      expect(isError, `${text} (seed ${seed})`).toBe(false);
      return (data as unknown as Answered).tasks[0];
    };
    const statuses = new Map<string, string>();
    for (const request of requests) {
      await expect.poll(async () => (await statusOf(request))?.ended, { timeout: 60_000 }).toBe(true);
      statuses.set(request.prompt, (await statusOf(request))?.status ?? '');
    }

    const posts = new Map<string, number>();
    for (const { prompt } of requests) posts.set(prompt, await service.posts(prompt));
    const charged = [...posts.values()].reduce((sum, count) => sum + count, 0);
    const why = JSON.stringify({ seed, kills, cancelled, lost, statuses: [...statuses], posts: [...posts] });
    expect(Math.max(...posts.values()), why).toBe(1);
    expect(charged, why).toBeLessThanOrEqual(affordable);
    for (const [prompt, status] of statuses) {
      // A POST that was killed may have arrived or not. Nothing else is in doubt.
      expect(['completed', 'unknown', 'queued'], why).toContain(status);
      if (status === 'completed') expect(posts.get(prompt), why).toBe(1);
      if (status === 'queued') expect(posts.get(prompt), why).toBe(0);
    }
    // All of the budget is used: nothing that was certainly not charged counts.
    expect([...statuses.values()].filter((status) => status !== 'queued'), why).toHaveLength(affordable);
    expect(kills, why).toBeGreaterThan(rounds / 4);
    process.stdout.write(`seed ${seed}: ${rounds} rounds, ${kills} kills, ${cancelled} calls cancelled, ${lost} lost; ${requests.length} requests, ${charged} charges, ${[...statuses.values()].filter((status) => status === 'unknown').length} unknown, ${[...statuses.values()].filter((status) => status === 'queued').length} on hold\n`);
  },
  20 * 60_000,
);
