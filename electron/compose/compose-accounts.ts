import path from 'node:path';
import type { AccountId } from '../../shared/task.ts';
import type { Words } from '../../shared/words/index.ts';
import { openAccountBook } from '../core/accounts/account-book.ts';
import { offerEnvironmentKey } from '../core/accounts/environment-key.ts';
import { retryKeys } from '../core/accounts/key-retry.ts';
import { createKeyVault } from '../core/accounts/key-vault.ts';
import { errorFacts } from '../core/log/log.ts';
import { openPriceBook } from '../core/money/price-book.ts';
import { createServiceClient } from '../core/service/service-client.ts';
import { accountsChange } from '../handlers/app-handlers.ts';
import { createLazyPractice } from '../practice/start-worker.ts';
import type { composeNetwork } from './compose-network.ts';
import type { Host } from './host.ts';
import type { DatabaseParts, EarlyParts } from './start-early.ts';

export type AccountParts = Awaited<ReturnType<typeof composeAccounts>>;

/** Passes values to those that listen by then. What comes earlier need not be heard: whoever listens reads the state when it starts. */
function createSignal<T>() {
  const listeners: ((value: T) => void)[] = [];
  return {
    emit: (value: T): void => listeners.forEach((listener) => listener(value)),
    on: (listener: (value: T) => void): void => void listeners.push(listener),
  };
}

/** Accounts with their keys and prices, the built-in practice service, and the key from the environment. */
export async function composeAccounts(host: Host, { stores, keys, changes }: EarlyParts, { repository }: Pick<DatabaseParts, 'repository'>, { openHttp }: Pick<ReturnType<typeof composeNetwork>, 'openHttp'>, words: Words) {
  const { clock, secrets } = host;
  const { log, redactor } = host.appLog;
  const { viewState } = stores;

  const client = createServiceClient({
    http: openHttp(),
    clock,
    noticed: (what) => log.info('account', 'an answer was read without a part of it', { what }),
    replayed: (http) => log.info('submission', 'answered as before, by its key', { http }),
  });

  const listChanged = createSignal<void>();
  const ready = createSignal<AccountId>();
  const optionsChanged = createSignal<AccountId>();
  const pricesChanged = createSignal<AccountId>();

  const practice = createLazyPractice(host.built('practice-worker.cjs'), path.join(host.userData, 'practice.jsonl'), redactor.learnKey);
  if (host.environmentKey !== null) redactor.learnKey(host.environmentKey);
  const accounts = await openAccountBook({
    repository,
    vault: createKeyVault(secrets, keys, redactor.learnKey),
    choices: {
      selected: () => viewState.get().selectedAccountId,
      select: (selectedAccountId) => viewState.set({ ...viewState.get(), selectedAccountId }),
      lastTests: () => viewState.get().lastTests,
      keepLastTests: (lastTests) => viewState.set({ ...viewState.get(), lastTests: { ...lastTests } }),
    },
    clock,
    client,
    practice: practice.credentials,
    practiceName: words('dialogs.practice-account'),
    log,
    changed: listChanged.emit,
    optionsChanged: optionsChanged.emit,
    ready: ready.emit,
  });
  const offerMemory = {
    isAnswered: () => viewState.get().environmentKeyDeclined,
    answered: () => viewState.set({ ...viewState.get(), environmentKeyDeclined: true }),
  };
  const environmentKey = offerEnvironmentKey(host.environmentKey, offerMemory, listChanged.emit);
  listChanged.on(() => {
    accountsChange({ accounts, environmentKey }).then(changes.publish, (error: unknown) => log.error('account', 'accounts could not be read', errorFacts(error)));
  });

  const prices = await openPriceBook({
    repository,
    pricedBy: (accountId) => accounts.options(accountId).pricedBy,
    now: clock.now,
    changed: pricesChanged.emit,
    failed: (error) => log.warn('account', 'a learned price was not saved', errorFacts(error)),
  });
  pricesChanged.on(() => changes.publish({ kind: 'prices', prices: prices.list() }));

  return {
    client,
    // Separate connections, so that large pictures from the same address delay no query.
    pictureHttp: openHttp(),
    accounts,
    environmentKey,
    prices,
    /** An account can be used again. */
    onReady: ready.on,
    /** An account may spend more or less, or its prices are others. */
    onMoneyChanged(listener: (accountId: AccountId) => void): void {
      optionsChanged.on(listener);
      pricesChanged.on(listener);
    },
    stopPractice: practice.stop,
    stopRetryingKeys: retryKeys(clock, accounts.readKeysAgain),
  };
}
