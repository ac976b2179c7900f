import { describe, expect, it } from 'vitest';
import { isSettled } from '../../../../electron/hosts/command/followed-tasks.ts';
import { tellOutcomes } from '../../../../electron/hosts/command/generate/follow-tasks.ts';
import type { AssistantSession } from '../../../../electron/hosts/command/mcp/assistant-session.ts';
import { answerTasks } from '../../../../electron/hosts/command/mcp/task-answer.ts';
import { practiceAccountId } from '../../../../shared/account.ts';
import { newTask, saidNothing, type AccountId, type TaskState, type TaskWithImages } from '../../../../shared/task.ts';
import { commandWordsFor } from '../../../../shared/words/command-words.ts';
import { mcpWordsFor } from '../../../../shared/words/mcp-words.ts';

/** What the command line and assistants are told about money and repetitions is true of every task that it is said of. */

const lost: TaskState = { status: 'unknown', reason: 'server-error', said: saidNothing };
const ends: readonly TaskState[] = [
  lost,
  { status: 'rejected', said: saidNothing },
  { status: 'failed', remoteId: 'r', said: saidNothing },
  { status: 'missing', remoteId: 'r', said: saidNothing },
  { status: 'completed', remoteId: 'r', imageCount: 0 },
];

function task(state: TaskState, accountId: AccountId = crypto.randomUUID()): TaskWithImages {
  return { task: { ...newTask(crypto.randomUUID(), accountId, { model: 'm', prompt: 'a fox', size: '', quality: '' }, null, 1), state }, images: [] };
}

function command(entry: TaskWithImages): string {
  const lines: string[] = [];
  tellOutcomes(commandWordsFor('en'), (line) => lines.push(line), [entry]);
  return lines.join(' ');
}

async function assistant(entry: TaskWithImages): Promise<string> {
  const call = ((channel: string) => Promise.resolve(channel === 'app:snapshot' ? { accounts: [] } : [])) as unknown as AssistantSession['call'];
  const [answer] = await answerTasks({ say: mcpWordsFor('en'), call } as AssistantSession, [entry]);
  return answer?.explained ?? '';
}

const tellers = { command, assistant };

describe.each(Object.entries(tellers))('the %s', (_name, tell) => {
  it.each(ends)('speaks of a charge for $status, unless the task is free', async (state) => {
    expect(await tell(task(state))).toMatch(/charged/);
    expect(await tell(task(state, practiceAccountId))).not.toMatch(/may have been charged|should not be charged|billing console/);
  });

  it.each(ends)('says of $status what the person noted or the service reported, instead of a guess', async (state) => {
    const { task: sent, images } = task(state);
    const guess = /may have been charged|should not be charged|billing console/;
    for (const [facts, words] of [
      [{ settled: '0.00' }, /noted that it was not charged|entered that it was not charged/],
      [{ settled: '0.25' }, /noted that it cost 0\.25 |entered that it cost 0\.25,/],
      [{ facts: { ...sent.facts, credits: '3' } }, /reports 3 credits for it/],
    ] as const) {
      const told = await tell({ task: { ...sent, ...facts }, images });
      expect(told).toMatch(words);
      expect(told).not.toMatch(guess);
    }
  });

  it('never says for certain that a refused task was not charged', async () => {
    expect(await tell(task({ status: 'rejected', said: saidNothing }))).toMatch(/should not be charged/);
  });

  it('says whether a task of unknown outcome is sent again', async () => {
    expect(await tell(task(lost))).toMatch(/Nothing is sent again by itself|Latent does not send it again/);
    expect(await tell(task({ ...lost, repeatAt: 5 }))).toMatch(/sends it again by itself/);
  });
});

it('a task that would be sent again is at rest once the person has decided', () => {
  const { task: repeated, images } = task({ ...lost, repeatAt: 5 });
  expect(isSettled({ task: repeated, images })).toBe(false);
  expect(isSettled({ task: { ...repeated, dismissedAt: 9 }, images })).toBe(true);
  expect(isSettled({ task: { ...repeated, settled: '0' }, images })).toBe(true);
});
