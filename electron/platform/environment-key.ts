import { lastFourOf } from '../core/accounts/key-vault.ts';

/** The variable that the service's own examples keep a key in (service-interface §5). */
const variable = 'SERVICE_API_KEY';

export interface EnvironmentKeyValue {
  readonly key: string;
  readonly lastFour: string;
}

/** Takes the key out of the environment, so that no process started later inherits it; null when there is none. */
export function takeEnvironmentKey(environment: NodeJS.ProcessEnv): EnvironmentKeyValue | null {
  const key = environment[variable]?.trim() ?? '';
  delete environment[variable];
  return key === '' ? null : { key, lastFour: lastFourOf(key) };
}
