import { create } from 'zustand';
import type { Account } from '../../shared/account.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { setPlatform } from '../ui/shortcuts/key-listener.ts';
import { speak } from '../words/words.ts';

/** Main's state apart from tasks and pictures. */
export type AppFacts = Omit<Snapshot, 'sequence' | 'head'>;

export type AppPhase = { readonly at: 'starting' } | { readonly at: 'failed'; readonly error: AppError } | { readonly at: 'ready' };

interface AppStore {
  readonly phase: AppPhase;
  /** Null until the first snapshot. */
  readonly facts: AppFacts | null;
}

export const useAppStore = create<AppStore>(() => ({ phase: { at: 'starting' }, facts: null }));

// Words and shortcuts know no store.
useAppStore.subscribe(({ facts }) => {
  if (!facts) return;
  // If its words cannot be loaded, the window stays as it is.
  speak(facts.spoken).catch((error: unknown) => console.error(error));
  setPlatform(facts.platform);
});

/** Main's facts. Use it only in components that the app renders after the first snapshot. */
export function useApp<T>(select: (facts: AppFacts) => T): T {
  return useAppStore((state) => select(requireFacts(state.facts)));
}

/** The same, for event handlers. */
export function appFacts(): AppFacts {
  return requireFacts(useAppStore.getState().facts);
}

export function changeFacts(change: Partial<AppFacts>): void {
  useAppStore.setState(({ facts }) => (facts ? { facts: { ...facts, ...change } } : {}));
}

export function selectedAccount({ accounts, selectedAccountId }: AppFacts): Account | null {
  return accounts.find((account) => account.id === selectedAccountId) ?? null;
}

function requireFacts(facts: AppFacts | null): AppFacts {
  if (!facts) throw new Error('Main’s facts were read before the first snapshot');
  return facts;
}
