import { lastFourOf } from './key-vault.ts';

/** The variable that the service's own examples keep a key in (service-interface §5). */
const variable = 'SERVICE_API_KEY';

/** Takes the key out of the environment, so that no process started later inherits it; null when there is none. */
export function takeEnvironmentKey(environment: NodeJS.ProcessEnv): string | null {
  const key = environment[variable]?.trim() ?? '';
  delete environment[variable];
  return key === '' ? null : key;
}

/** The key from the environment, which Latent offers to keep. */
export interface EnvironmentKey {
  /** What a person may see of it while it is offered, else null. */
  offer(): { readonly lastFour: string } | null;
  /** The key, while it is offered. */
  value(): string | null;
  settle(): void;
}

/** Offers the key until it is kept or declined. `memory` holds the answer. */
export function offerEnvironmentKey(key: string | null, memory: { settled(): boolean; settle(): void }, changed: () => void): EnvironmentKey {
  const value = (): string | null => (memory.settled() ? null : key);
  return {
    offer() {
      const offered = value();
      return offered === null ? null : { lastFour: lastFourOf(offered) };
    },
    value,
    settle() {
      memory.settle();
      changed();
    },
  };
}
