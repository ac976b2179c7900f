import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Secrets } from '../../electron/core/accounts/key-vault.ts';
import { AppFailure, type ErrorCode } from '../../shared/errors.ts';

export type KeyringCall = { readonly do: 'protects' } | { readonly do: 'encrypt'; readonly text: string } | { readonly do: 'decrypt' | 'decrypt-again'; readonly bytes: Uint8Array };

export interface KeyringProcess {
  readonly secrets: Secrets;
  stop(): void;
}

/** The keyring of the command line in a process of its own, one call at a time: a process asks for the address of the message bus once. */
export function startKeyringSecrets(busAddress: string): KeyringProcess {
  const entry = fileURLToPath(new URL('keyring-secrets-process.ts', import.meta.url));
  const child = fork(entry, { execArgv: [], serialization: 'advanced', env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: busAddress } });
  const ask = async (call: KeyringCall): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(call);
    const [{ value, code }] = (await answered) as [{ readonly value?: unknown; readonly code?: ErrorCode }];
    if (code !== undefined) throw new AppFailure(code);
    return value;
  };
  return {
    secrets: {
      protects: () => ask({ do: 'protects' }) as Promise<boolean>,
      encrypt: (text) => ask({ do: 'encrypt', text }) as Promise<Uint8Array>,
      decrypt: (bytes) => ask({ do: 'decrypt', bytes }) as Promise<string>,
      decryptAgain: (bytes) => ask({ do: 'decrypt-again', bytes }) as Promise<string>,
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
