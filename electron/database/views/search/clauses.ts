import type { Bits } from './bit-set.ts';
import { createColumn } from '../number-list.ts';

/** The rows that satisfy one part of a search: by their task, by themselves, or either. */
export interface PartRows {
  readonly tasks: Bits | null;
  readonly images: Bits | null;
  readonly negated: boolean;
}

/** All clauses must hold. A clause holds if any of its parts does. */
export type ClauseRows = readonly (readonly PartRows[])[];

/** `image`: 0 for a task regardless of its pictures. */
export function satisfies(clauses: ClauseRows, image: number, task: number): boolean {
  for (const parts of clauses) if (!parts.some((part) => holds(part, image, task))) return false;
  return true;
}

const rowsPerStep = 10_000;

/** The tasks of an order that satisfy a search, regardless of their pictures. */
export function* matchingTasks(order: Int32Array, clauses: ClauseRows): Generator<void, Int32Array> {
  const found = createColumn(0);
  for (const [at, task] of order.entries()) {
    if (satisfies(clauses, 0, task)) found.push(task);
    if (at % rowsPerStep === 0) yield;
  }
  return found.take();
}

function holds({ tasks, images, negated }: PartRows, image: number, task: number): boolean {
  return ((tasks?.has(task) ?? false) || (images?.has(image) ?? false)) !== negated;
}
