import { createKeyringSecrets } from '../../electron/hosts/node/keyring-secrets.ts';
import { appErrorOf } from '../../shared/errors.ts';
import type { KeyringCall } from './keyring-secrets-calls.ts';

/** The keyring of the command line, steered by keyring-secrets-calls.ts. */

const secrets = createKeyringSecrets();

async function perform(call: KeyringCall): Promise<unknown> {
  switch (call.do) {
    case 'protects':
      return secrets.protects();
    case 'encrypt':
      return secrets.encrypt(call.text);
    case 'decrypt':
      return secrets.decrypt(call.bytes);
    case 'decrypt-again':
      return secrets.decryptAgain(call.bytes, true);
  }
}

process.on('message', (call: KeyringCall) => {
  perform(call).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ code: appErrorOf(error).code }),
  );
});
process.on('disconnect', () => process.exit(0));
