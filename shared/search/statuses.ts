import type { TaskStatus } from '../task.ts';

/** The states in the window's words. Every task is in exactly one group. */
export const statusGroups = ['waiting', 'in-progress', 'done', 'no-picture', 'failed', 'not-accepted', 'unknown', 'lost', 'cancelled'] as const;
export type StatusGroup = (typeof statusGroups)[number];

/** The groups that "problem" includes. */
const problemGroups: readonly StatusGroup[] = ['no-picture', 'failed', 'not-accepted', 'unknown', 'lost'];

/** States within a group, and `completed`, which includes more than `done`. Accepted, but not suggested. */
const narrower = ['submitting', 'processing', 'paused', 'completed'] as const satisfies readonly TaskStatus[];

export const statusWords = [...statusGroups, 'problem', ...narrower] as const;
export type StatusWord = (typeof statusWords)[number];

/** Synonyms, such as the words of tasks, services and other programs. */
const aliases: Readonly<Record<string, StatusWord>> = {
  problems: 'problem',
  damaged: 'no-picture',
  expired: 'no-picture',
  queued: 'waiting',
  generating: 'in-progress',
  sending: 'submitting',
  stopped: 'paused',
  rejected: 'not-accepted',
  refused: 'not-accepted',
  missing: 'lost',
  withdrawn: 'cancelled',
  canceled: 'cancelled',
};

const meanings: ReadonlyMap<string, StatusWord> = new Map<string, StatusWord>([...statusWords.map((word) => [word, word] as const), ...Object.entries(aliases)]);

/** The word itself, otherwise all words that begin with it. */
export function readStatus(typed: string): readonly StatusWord[] {
  const start = typed.toLowerCase();
  const same = meanings.get(start);
  if (same) return [same];
  return [...meanings].flatMap(([word, meaning]) => (word.startsWith(start) ? [meaning] : []));
}

const groupOfStatus: Readonly<Record<Exclude<TaskStatus, 'completed'>, StatusGroup>> = {
  queued: 'waiting',
  submitting: 'in-progress',
  processing: 'in-progress',
  paused: 'in-progress',
  failed: 'failed',
  rejected: 'not-accepted',
  unknown: 'unknown',
  missing: 'lost',
  withdrawn: 'cancelled',
};

/** The states of each group, except for finished tasks: their pictures decide. */
export function statusesOf(word: StatusWord): readonly TaskStatus[] {
  if (word === 'completed') return [word];
  const all = Object.keys(groupOfStatus) as readonly (keyof typeof groupOfStatus)[];
  return all.filter((status) => status === word || isIn(groupOfStatus[status], word));
}

function isIn(group: StatusGroup, word: StatusWord): boolean {
  return group === word || (word === 'problem' && problemGroups.includes(group));
}
