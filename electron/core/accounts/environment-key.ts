import { readKey } from '../../../shared/network/service-key.ts';
import type { EnvironmentKeyOffer } from '../../../shared/account.ts';
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
  offer(): EnvironmentKeyOffer | null;
  /** The text of the variable, while it is offered. The vault corrects or refuses it as it does a pasted key. */
  value(): string | null;
  /** It was kept or declined, and is not offered again. */
  answered(): void;
}

/** Offers the key until it is kept or declined. `memory` holds the answer. */
export function offerEnvironmentKey(key: string | null, memory: { isAnswered(): boolean; answered(): void }, changed: () => void): EnvironmentKey {
  const value = (): string | null => (memory.isAnswered() ? null : key);
  return {
    offer() {
      const offered = value();
      if (offered === null) return null;
      const reading = readKey(offered);
      return reading.ok ? { lastFour: lastFourOf(reading.key), corrected: reading.corrected, fault: null } : { lastFour: '', corrected: [], fault: reading.why };
    },
    value,
    answered() {
      memory.answered();
      changed();
    },
  };
}
