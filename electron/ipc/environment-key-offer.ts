import type { Snapshot } from '../../shared/ipc/api.ts';

/** SERVICE_API_KEY, which Latent offers to keep. */
export interface EnvironmentKey {
  /** Last four characters while it is offered, else null. */
  offer(): Snapshot['environmentKey'];
  /** The key, while it is offered. */
  value(): string | null;
  settle(): void;
}

/** Remembers that the offer was answered. */
export interface OfferMemory {
  settled(): boolean;
  settle(): void;
}

/** Offers the key from the environment until it is kept or declined. */
export function offerEnvironmentKey(taken: { readonly key: string; readonly lastFour: string } | null, memory: OfferMemory, changed: () => void): EnvironmentKey {
  const offered = () => (memory.settled() ? null : taken);
  return {
    offer: () => {
      const current = offered();
      return current && { lastFour: current.lastFour };
    },
    value: () => offered()?.key ?? null,
    settle() {
      memory.settle();
      changed();
    },
  };
}
