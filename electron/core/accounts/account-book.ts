import { randomUUID } from 'node:crypto';
import { isSameAccount, noConsoles, noOptions, practiceAccountId, type Account, type AccountOptions, type AccountTest, type ConsoleName, type Consoles, type KeyKeeping, type LastTest } from '../../../shared/account.ts';
import { readConsoleAddress } from '../../../shared/network/console-address.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';
import { originOf, parseBaseUrl } from '../../../shared/network/base-url.ts';
import type { KeyVault } from './key-vault.ts';
import type { Log } from '../log/log.ts';
import type { Credentials, ServiceClient } from '../service/outcomes.ts';
import type { Accounts } from './accounts.ts';
import type { Clock } from '../util/clock.ts';
import { createSequencer } from '../util/sequencer.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';

/** What is view state and not history: the selected account, and what the last tests said. */
export interface AccountChoices {
  selected(): AccountId | null;
  select(accountId: AccountId): void;
  lastTests(): Readonly<Record<AccountId, LastTest>>;
  keepLastTests(tests: Readonly<Record<AccountId, LastTest>>): void;
}

export interface NewAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly keeping: KeyKeeping;
  /** Absent: none, or those of the removed account that is restored. */
  readonly consoles?: Consoles | undefined;
  /** Absent: true. */
  readonly select?: boolean | undefined;
}

export interface AccountBook extends Accounts {
  /** Removed accounts too: History names them. */
  list(): Promise<readonly Account[]>;
  selectedId(): Promise<AccountId>;
  select(accountId: AccountId): Promise<void>;
  /** If a removed account has the same name and origin, restores it with its tasks. */
  add(input: NewAccount): Promise<AccountId>;
  /** Deletes the key. The account stays as a name for its tasks. */
  remove(accountId: AccountId): Promise<void>;
  /** Undoes `remove`. The key must be entered again. */
  restore(accountId: AccountId): Promise<void>;
  setConsoles(accountId: AccountId, consoles: Consoles): Promise<void>;
  setOptions(accountId: AccountId, options: AccountOptions): Promise<void>;
  /** `noOptions` for an unknown account. */
  options(accountId: AccountId): AccountOptions;
  /** The stored address, checked again. Null if there is none. */
  consoleAddress(accountId: AccountId, which: ConsoleName): string | null;
  rename(accountId: AccountId, name: string): Promise<void>;
  /** The account's tasks continue with the new key. */
  replaceKey(accountId: AccountId, key: string, keeping: KeyKeeping): Promise<void>;
  /** Uses a key until the app quits, and leaves what is stored of it as it is. The account's tasks continue. */
  lendKey(accountId: AccountId, key: string): Promise<void>;
  forgetKey(accountId: AccountId): Promise<void>;
  /** A key is bound to its origin, so it must be entered again with a new address. */
  changeAddress(accountId: AccountId, baseUrl: string, key: string, keeping: KeyKeeping): Promise<void>;
  /** Tries again to read the unreadable keys, because the keyring may be unlocked by now. Their tasks continue. */
  readKeysAgain(): Promise<void>;
  /** The person says that sending goes on. Resolves when that is on the disk. */
  resumeSending(accountId: AccountId): Promise<void>;
  /** Tests the account's key without spending credits. If it is accepted, an earlier refusal is cleared. */
  test(accountId: AccountId): Promise<AccountTest>;
  /** Notes the test of a key and address that were then added as this account. */
  noteTest(accountId: AccountId, last: LastTest): void;
}

export interface AccountBookDeps {
  readonly repository: AccountStore;
  readonly vault: KeyVault;
  readonly choices: AccountChoices;
  readonly clock: Pick<Clock, 'now'>;
  readonly client: Pick<ServiceClient, 'test'>;
  /** Starts the practice service if it is not running yet. */
  readonly practice: () => Promise<Credentials>;
  /** Name of the practice account, from the catalogue. */
  readonly practiceName: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly changed: () => void;
  /** The account may spend more, or less, than before. */
  readonly optionsChanged: (accountId: AccountId) => void;
  /** The account has a usable key (again). */
  readonly ready: (accountId: AccountId) => void;
}

export async function openAccountBook(deps: AccountBookDeps): Promise<AccountBook> {
  const { repository, vault, choices, log } = deps;
  const rows = new Map<AccountId, Omit<StoredAccount, 'sendingStoppedAt'>>();
  /** Apart from the rows, because a stop holds before it is on the disk, and is part of whatever is written next. */
  const stopped = new Map<AccountId, EpochMs>();
  for (const { sendingStoppedAt, ...row } of await repository.accounts()) {
    rows.set(row.id, row);
    if (sendingStoppedAt !== undefined) stopped.set(row.id, sendingStoppedAt);
  }

  const lastTests = new Map<AccountId, LastTest>(Object.entries(choices.lastTests()));
  /** Null: forgets it, because the key or the address is another. */
  const noteLastTest = (accountId: AccountId, last: LastTest | null): void => {
    if (last === null && !lastTests.has(accountId)) return;
    if (last === null) lastTests.delete(accountId);
    else lastTests.set(accountId, last);
    try {
      choices.keepLastTests(Object.fromEntries(lastTests));
    } catch {
      // It is still shown until Latent quits.
      log.warn('account', 'the result of a test could not be kept', { account: accountId });
    }
  };
  const writes = createSequencer();
  /** Writes one after the other, each from what the one before has left: a stop may come while the person changes something else. */
  const save = (accountId: AccountId, change: () => Omit<StoredAccount, 'sendingStoppedAt'>, { resumes = false } = {}): Promise<void> =>
    writes.run(accountId, async () => {
      const row = change();
      const sendingStoppedAt = resumes ? undefined : stopped.get(accountId);
      await repository.saveAccount(sendingStoppedAt === undefined ? row : { ...row, sendingStoppedAt });
      rows.set(accountId, row);
      if (resumes) stopped.delete(accountId);
    });
  if (!rows.has(practiceAccountId)) {
    const createdAt = deps.clock.now();
    await save(practiceAccountId, () => ({ id: practiceAccountId, kind: 'practice', name: deps.practiceName, baseUrl: 'http://127.0.0.1', createdAt }));
  }

  const knownRow = (accountId: AccountId): StoredAccount => {
    const row = rows.get(accountId);
    if (!row) throw new AppFailure('no-account');
    return row;
  };
  const serviceRow = (accountId: AccountId): StoredAccount => {
    const row = rows.get(accountId);
    if (!row || row.kind !== 'service') throw new AppFailure('no-account');
    if (row.removedAt !== undefined) throw new AppFailure('account-removed');
    return row;
  };
  const isUsed = (accountId: AccountId): boolean => {
    const row = rows.get(accountId);
    return row !== undefined && isActive(row);
  };
  const selected = (): AccountId => {
    const id = choices.selected();
    return id !== null && isUsed(id) ? id : practiceAccountId;
  };
  const credentialsWith = async (accountId: AccountId, find: KeyVault['reveal']): Promise<Credentials | null> => {
    const row = rows.get(accountId);
    if (!row || !isActive(row)) return null;
    if (row.kind === 'practice') return deps.practice();
    const key = await find(accountId, originOf(row.baseUrl));
    return key === null ? null : { baseUrl: row.baseUrl, key };
  };
  const readKeyAgain = async (accountId: AccountId, asked: boolean): Promise<void> => {
    if (!(await vault.readAgain(accountId, asked))) return;
    deps.changed();
    deps.ready(accountId);
  };
  const lastTestOf = (accountId: AccountId): { readonly lastTest?: LastTest } => {
    const lastTest = lastTests.get(accountId);
    return lastTest ? { lastTest } : {};
  };
  const show = async (row: StoredAccount): Promise<Account> => ({
    id: row.id,
    kind: row.kind,
    name: row.kind === 'practice' ? deps.practiceName : row.name,
    baseUrl: row.baseUrl,
    key: row.kind === 'practice' ? { status: 'present', keeping: 'session', lastFour: '' } : await vault.state(row.id),
    removed: !isActive(row),
    consoles: row.consoles ?? noConsoles,
    options: row.options ?? noOptions,
    sendingStopped: stopped.has(row.id),
    ...lastTestOf(row.id),
  });

  return {
    credentials: (accountId) => credentialsWith(accountId, vault.reveal),
    async keyRefused(accountId, key) {
      try {
        await vault.mark(accountId, key, true);
      } finally {
        // Also if the refusal could not be stored.
        deps.changed();
        log.warn('account', 'the service refused the key', { account: accountId });
      }
    },
    isSendingStopped: (accountId) => stopped.has(accountId),
    async stopSending(accountId) {
      if (!rows.has(accountId)) return;
      if (!stopped.has(accountId)) {
        stopped.set(accountId, deps.clock.now());
        deps.changed();
        log.warn('account', 'sending stopped after unknown outcomes', { account: accountId });
      }
      await save(accountId, () => knownRow(accountId));
    },
    async resumeSending(accountId) {
      await save(accountId, () => knownRow(accountId), { resumes: true });
      deps.changed();
      log.info('account', 'sending goes on', { account: accountId });
    },
    list: () => Promise.all([...rows.values()].map(show)),
    selectedId: () => Promise.resolve(selected()),
    async select(accountId) {
      if (!isUsed(accountId)) throw new AppFailure('no-account');
      choices.select(accountId);
      deps.changed();
    },
    async add({ name, baseUrl, key, keeping, consoles, select = true }) {
      const address = parseBaseUrl(baseUrl);
      const former = [...rows.values()].find((row) => !isActive(row) && isSameAccount(row, name, address));
      const id = former?.id ?? randomUUID();
      const named = consoles === undefined ? (former?.consoles ?? noConsoles) : parseConsoles(consoles);
      // The key first: a key that cannot be stored must not leave an account without a key behind.
      await vault.keep(id, originOf(address), key, keeping);
      try {
        const createdAt = former?.createdAt ?? deps.clock.now();
        await save(id, () => ({ id, kind: 'service', name, baseUrl: address, createdAt, consoles: named, ...(former?.options && { options: former.options }) }));
      } catch (error) {
        vault.forget(id);
        throw error;
      }
      if (select) choices.select(id);
      deps.changed();
      if (former) deps.ready(id);
      log.info('account', 'added', { account: id, keeping });
      return id;
    },
    async remove(accountId) {
      serviceRow(accountId);
      // The key first: an account that is still shown can be removed again, but a hidden key cannot.
      vault.forget(accountId);
      noteLastTest(accountId, null);
      try {
        await save(accountId, () => ({ ...serviceRow(accountId), removedAt: deps.clock.now() }));
        log.info('account', 'removed', { account: accountId });
      } finally {
        deps.changed();
      }
    },
    async restore(accountId) {
      await save(accountId, () => {
        const { removedAt, ...back } = knownRow(accountId);
        if (removedAt === undefined) throw new AppFailure('no-account');
        return back;
      });
      deps.changed();
      log.info('account', 'restored', { account: accountId });
    },
    async setConsoles(accountId, consoles) {
      await save(accountId, () => ({ ...serviceRow(accountId), consoles: parseConsoles(consoles) }));
      deps.changed();
    },
    async setOptions(accountId, options) {
      await save(accountId, () => ({ ...(accountId === practiceAccountId ? knownRow(accountId) : serviceRow(accountId)), options }));
      deps.changed();
      deps.optionsChanged(accountId);
      log.info('account', 'options changed', { account: accountId });
    },
    options: (accountId) => rows.get(accountId)?.options ?? noOptions,
    consoleAddress(accountId, which) {
      const stored = rows.get(accountId)?.consoles?.[which] ?? null;
      const reading = stored === null ? null : readConsoleAddress(stored);
      return reading?.ok ? reading.address : null;
    },
    async rename(accountId, name) {
      await save(accountId, () => ({ ...serviceRow(accountId), name }));
      deps.changed();
    },
    async replaceKey(accountId, key, keeping) {
      await vault.keep(accountId, originOf(serviceRow(accountId).baseUrl), key, keeping);
      noteLastTest(accountId, null);
      deps.changed();
      deps.ready(accountId);
      log.info('account', 'key replaced', { account: accountId, keeping });
    },
    async lendKey(accountId, key) {
      await vault.lend(accountId, originOf(serviceRow(accountId).baseUrl), key);
      deps.changed();
      deps.ready(accountId);
      log.info('account', 'key used for this run', { account: accountId });
    },
    async forgetKey(accountId) {
      vault.forget(serviceRow(accountId).id);
      noteLastTest(accountId, null);
      deps.changed();
      log.info('account', 'key forgotten', { account: accountId });
    },
    async changeAddress(accountId, baseUrl, key, keeping) {
      serviceRow(accountId);
      const address = parseBaseUrl(baseUrl);
      await vault.keep(accountId, originOf(address), key, keeping);
      noteLastTest(accountId, null);
      try {
        await save(accountId, () => ({ ...serviceRow(accountId), baseUrl: address }));
      } finally {
        // Also if the write failed: the former key is gone.
        deps.changed();
      }
      deps.ready(accountId);
      log.info('account', 'address changed', { account: accountId, keeping });
    },
    async readKeysAgain() {
      for (const row of rows.values()) if (row.kind === 'service' && isActive(row)) await readKeyAgain(row.id, false);
    },
    async test(accountId) {
      await readKeyAgain(accountId, true);
      const credentials = await credentialsWith(accountId, vault.revealRefused);
      if (credentials === null) throw new AppFailure((await vault.state(accountId)).status === 'unreadable' ? 'key-unreadable' : 'key-missing');
      const result = await deps.client.test(credentials);
      noteLastTest(accountId, { test: result, at: deps.clock.now() });
      if (result.outcome === 'accepted') {
        await vault.mark(accountId, credentials.key, false);
        deps.ready(accountId);
      } else if (result.outcome === 'key-refused') {
        await vault.mark(accountId, credentials.key, true);
      }
      deps.changed();
      log.info('account', 'tested', { account: accountId, outcome: result.outcome });
      return result;
    },
    noteTest(accountId, last) {
      noteLastTest(accountId, last);
      deps.changed();
    },
  };
}

/** Not removed. */
function isActive(row: StoredAccount): boolean {
  return row.removedAt === undefined;
}

function parseConsoles({ key, billing }: Consoles): Consoles {
  return { key: parseConsole(key), billing: parseConsole(billing) };
}

function parseConsole(text: string | null): string | null {
  if (text === null) return null;
  const reading = readConsoleAddress(text);
  if (!reading.ok) throw new AppFailure(reading.why);
  return reading.address;
}
