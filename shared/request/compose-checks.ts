import type { Account } from '../account.ts';
import { longestChoice, practiceRefuses, readSize, unlikelySize } from './request-checks.ts';
import { hasLostCharacter, plainText } from './plain-text.ts';
import { referenceFault, referenceLimits } from './reference-checks.ts';
import { countLimits, mostInBatch } from '../input-limits.ts';
import type { ComposeChoices } from '../settings.ts';
import type { TaskWithImages } from '../task.ts';
import type { WordKey, WordValues } from '../words/index.ts';
import { choiceFields, combinations, sentValues } from './compose-matrix.ts';
import { sentExtras } from './sent-extras.ts';

/** Something about a request that a person should know before it is sent. */
export interface Complaint {
  readonly field: 'prompt' | 'model' | 'size' | 'quality' | 'count' | 'references';
  readonly words: WordKey;
  readonly values?: WordValues;
  /** Whether it must be corrected before anything is sent. If not, it is only shown. */
  readonly blocks: boolean;
}

const lostCharacter: Complaint = { field: 'prompt', words: 'compose.lost', blocks: true };

/** A prompt with a character that another program could not read would be paid for as it is. Always returns the same object. */
export const checkPrompt = (prompt: string): Complaint | null => (hasLostCharacter(plainText(prompt)) ? lostCharacter : null);

/** The first problem in the compose bar. Problems that block come first. */
export function checkRequest(account: Account, choices: ComposeChoices, count: number | null): Complaint | null {
  if (count === null || count < countLimits.min || count > countLimits.max) {
    return { field: 'count', words: 'compose.count-wrong', values: countLimits, blocks: true };
  }
  for (const field of choiceFields) {
    const tooLong = sentValues(choices, field).some((value) => value.length > longestChoice[field]);
    if (tooLong) return { field, words: 'compose.too-long', values: { field, most: longestChoice[field] }, blocks: true };
  }
  const all = combinations(choices) * count;
  if (all > mostInBatch) return { field: 'count', words: 'compose.too-many', values: { all, most: mostInBatch }, blocks: true };
  const wrong = referenceFault(account.options.references, sentExtras(account, choices));
  if (wrong !== null) {
    const values = { account: account.name, field: account.options.references?.name ?? '', most: wrong === 'too-large' ? referenceLimits.allBytes / 2 ** 20 : referenceLimits.count };
    return { field: 'references', words: `references.fault.${wrong}`, values, blocks: true };
  }
  const faults = sentValues(choices, 'size').map((size) => checkSize(account, size));
  return faults.find((fault) => fault !== null) ?? null;
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

/** A chosen size that the service has refused before for a chosen model, with an error about the size. Null: none. */
export function refusedSize(tasks: Iterable<TaskWithImages>, account: Account, choices: ComposeChoices): string | null {
  const [sizes, models] = [sentValues(choices, 'size'), sentValues(choices, 'model')];
  for (const { task } of tasks) {
    const { state, request } = task;
    if (state.status !== 'rejected' || task.accountId !== account.id || !sizes.includes(request.size) || !models.includes(request.model)) continue;
    if (/size/i.test(`${state.said.code ?? ''} ${state.said.message ?? ''}`)) return request.size;
  }
  return null;
}
