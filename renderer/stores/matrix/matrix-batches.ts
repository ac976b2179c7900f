import { useEffect } from 'react';
import { create } from 'zustand';
import type { BatchId } from '../../../shared/task.ts';
import { isMatrix, mostAskedBatches } from '../../../shared/library/batch-matrix.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../app-store.ts';

/** Which batches have a grid, as far as it is known. It never changes, because a batch's recipe does not. */
const useKnown = create<{ readonly known: ReadonlyMap<BatchId, boolean> }>(() => ({ known: new Map() }));

const keep = 2_000;
const wanted = new Set<BatchId>();

/** Whether a batch has a grid. False until main has answered, and without a batch. */
export function useHasMatrix(batchId: BatchId | null): boolean {
  const known = useKnown((state) => (batchId === null ? false : state.known.get(batchId)));
  useEffect(() => {
    if (batchId !== null && known === undefined) want(batchId);
  }, [batchId, known]);
  return known ?? false;
}

/** The same, for a key that may be pressed before main has answered. */
export async function hasMatrix(batchId: BatchId): Promise<boolean> {
  const known = useKnown.getState().known.get(batchId);
  if (known !== undefined) return known;
  const answer = await bridge.matrixAmong({ batchIds: [batchId] });
  return answer.ok && answer.value.includes(batchId);
}

function want(id: BatchId): void {
  const recent = appFacts().batches.find((batch) => batch.id === id);
  if (recent) return learn([[id, isMatrix(recent.recipe)]]);
  if (wanted.size === 0) setTimeout(() => void ask(), 0);
  wanted.add(id);
}

async function ask(): Promise<void> {
  const batchIds = [...wanted].slice(-mostAskedBatches);
  wanted.clear();
  const answer = await bridge.matrixAmong({ batchIds });
  if (answer.ok) learn(batchIds.map((id) => [id, answer.value.includes(id)] as const));
}

function learn(facts: readonly (readonly [BatchId, boolean])[]): void {
  useKnown.setState(({ known }) => ({ known: new Map([...known, ...facts].slice(-keep)) }));
}
