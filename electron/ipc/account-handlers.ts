import { AppFailure } from '../../shared/errors.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';
import { originOf, parseBaseUrl } from '../core/accounts/base-url.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type AccountChannel = Extract<Channel, `accounts:${string}`>;

export function accountHandlers({ accounts, client, environmentKey, desktop }: Services): Pick<Handlers, AccountChannel> {
  return {
    async 'accounts:add'(input) {
      return { accountId: await accounts.add(input) };
    },
    'accounts:rename': ({ accountId, name }) => accounts.rename(accountId, name),
    'accounts:replace-key': ({ accountId, key, keeping }) => accounts.replaceKey(accountId, key, keeping),
    'accounts:forget-key': ({ accountId }) => accounts.forgetKey(accountId),
    'accounts:change-address': ({ accountId, baseUrl, key, keeping }) => accounts.changeAddress(accountId, baseUrl, key, keeping),
    'accounts:select': ({ accountId }) => accounts.select(accountId),
    'accounts:test': ({ accountId }) => accounts.test(accountId),
    async 'accounts:test-new'({ baseUrl, key }) {
      return client.test({ baseUrl: parseBaseUrl(baseUrl), key });
    },
    async 'accounts:keep-environment-key'({ name, baseUrl, keeping }) {
      const key = environmentKey.value();
      if (key === null) throw new AppFailure('not-found');
      // The only key that a page may bind without knowing it: one that was taken over would name an address of its own.
      const agreed = await desktop.confirmKeyAddress(originOf(parseBaseUrl(baseUrl)), environmentKey.offer()?.lastFour ?? '');
      if (!agreed) throw new AppFailure('not-confirmed');
      const accountId = await accounts.add({ name, baseUrl, key, keeping });
      environmentKey.settle();
      return { accountId };
    },
    async 'accounts:decline-environment-key'() {
      environmentKey.settle();
    },
  };
}
