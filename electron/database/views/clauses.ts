import type { Bits } from './bits.ts';

/** One part of a search, as the rows that satisfy it: by their task, by themselves, or either. */
export interface PartRows {
  readonly tasks: Bits | null;
  readonly images: Bits | null;
  readonly negated: boolean;
}

/** All clauses must hold, of a clause's parts any one. */
export type ClauseRows = readonly (readonly PartRows[])[];

/** `image`: 0 where a task without regard to its pictures is asked about. */
export function satisfies(clauses: ClauseRows, image: number, task: number): boolean {
  for (const parts of clauses) if (!parts.some((part) => holds(part, image, task))) return false;
  return true;
}

function holds({ tasks, images, negated }: PartRows, image: number, task: number): boolean {
  return ((tasks?.has(task) ?? false) || (images?.has(image) ?? false)) !== negated;
}
