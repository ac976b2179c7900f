import { connectionTrouble } from '../../../../shared/connection-trouble.ts';
import type { ConnectionTrouble } from '../../../../shared/task.ts';
import type { WordKey } from '../../../../shared/words/index.ts';

const words = {
  network: 'settings.test.unreachable',
  unreachable: 'settings.test.unreachable',
  'connection-refused': 'settings.test.connection-refused',
  'name-not-found': 'settings.test.name-not-found',
  certificate: 'settings.test.certificate',
  'proxy-password': 'settings.test.proxy-auth',
  'proxy-refused': 'settings.test.proxy-refused',
  'proxy-unreachable': 'settings.test.proxy-unreachable',
} as const satisfies Record<ConnectionTrouble, WordKey>;

/** Why a test did not reach the service, by the code of the failure. */
export function unreachableWords(code: string): (typeof words)[ConnectionTrouble] | 'settings.test.proxy-unsupported' {
  return code === 'PROXY_UNSUPPORTED' ? 'settings.test.proxy-unsupported' : words[connectionTrouble(code)];
}
