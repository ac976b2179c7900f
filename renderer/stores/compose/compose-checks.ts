import type { Account } from '../../../shared/account.ts';
import { longestChoice, practiceRefuses, readSize, unlikelySize, writtenSize } from '../../../shared/request-checks.ts';
import { countLimits } from '../../../shared/count-limits.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import type { WordKey, WordValues } from '../../../shared/words/index.ts';

/** Something about a request that a person should know before it is sent. */
export interface Complaint {
  readonly field: 'model' | 'size' | 'quality' | 'count';
  readonly words: WordKey;
  readonly values?: WordValues;
  /** Whether it must be corrected before anything is sent. If not, it is only shown. */
  readonly blocks: boolean;
}

/** The first problem in the compose bar. Problems that block come first. */
export function checkRequest(account: Account, choices: ComposeChoices, count: number | null): Complaint | null {
  if (count === null || count < countLimits.min || count > countLimits.max) {
    return { field: 'count', words: 'compose.count-wrong', values: countLimits, blocks: true };
  }
  for (const field of ['model', 'size', 'quality'] as const) {
    if (choices[field].trim().length > longestChoice[field]) return { field, words: 'compose.too-long', values: { field, most: longestChoice[field] }, blocks: true };
  }
  return checkSize(account, choices.size);
}

function checkSize({ kind, name }: Account, size: string): Complaint | null {
  const read = readSize(size);
  if (kind === 'practice') {
    const fault = practiceRefuses(read);
    return fault && { field: 'size', words: `compose.size-practice.${fault}`, blocks: true };
  }
  const fault = unlikelySize(read);
  return fault && { field: 'size', words: `compose.size-unlikely.${fault}`, values: { account: name }, blocks: false };
}

/** Whether the service has refused this model and size before, with an error about the size. */
export function wasRefused(tasks: Iterable<TaskWithImages>, account: Account, { model, size }: ComposeChoices): boolean {
  const written = writtenSize(size);
  for (const { task } of tasks) {
    const { state, request } = task;
    if (state.status !== 'rejected' || task.accountId !== account.id || request.size !== written || request.model !== model.trim()) continue;
    if (/size/i.test(`${state.said.code ?? ''} ${state.said.message ?? ''}`)) return true;
  }
  return false;
}
