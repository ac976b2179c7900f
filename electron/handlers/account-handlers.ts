import type { LastTest } from '../../shared/account.ts';
import { AppFailure } from '../../shared/errors.ts';
import { originOf, parseBaseUrl } from '../../shared/network/base-url.ts';
import { readClipboardKey } from '../../shared/network/clipboard-key.ts';
import type { Input } from '../../shared/ipc/schemas.ts';
import { parseKey } from '../../shared/network/service-key.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';
import { createConsoleOpener } from './open-web-page.ts';

export function accountHandlers({ accounts, engine, accountTasks, accountActs, client, environmentKey, settings, desktop }: HandlerServices): HandlersOf<'accounts'> {
  const openConsole = createConsoleOpener(desktop);
  /** The latest test of a key and an address that are no account yet. */
  let tried: ({ readonly baseUrl: string; readonly key: string } & LastTest) | null = null;
  /** The key that the person took from the clipboard, until an account has it. */
  let taken: string | null = null;
  /** Adds an account with a key that no page has seen, tests it, and selects the account if the test passed. */
  const keepUnseen = async (key: string, lastFour: string, { name, baseUrl, keeping, consoles }: Input<'accounts:keep-clipboard-key'>, kept: () => void) => {
    // A page can bind this key without knowing it, so a compromised page could choose its own address.
    const agreed = await desktop.confirmKeyAddress(originOf(parseBaseUrl(baseUrl)), lastFour);
    if (!agreed) throw new AppFailure('not-confirmed');
    const accountId = await accounts.add({ name, baseUrl, key, keeping, consoles, select: false });
    kept();
    await accountTasks.resume(accountId);
    const test = await accounts.test(accountId);
    if (test.outcome === 'accepted') await accounts.select(accountId);
    return { accountId, test };
  };
  return {
    async 'accounts:add'(input) {
      const accountId = await accounts.add(input);
      if (tried !== null && tried.key === parseKey(input.key) && tried.baseUrl === parseBaseUrl(input.baseUrl)) accounts.noteTest(accountId, { test: tried.test, at: tried.at });
      tried = null;
      await accountTasks.resume(accountId);
      return { accountId };
    },
    async 'accounts:confirm'({ accountId }) {
      const now = settings.get();
      if (!now.confirmedAccounts.includes(accountId)) settings.set({ ...now, confirmedAccounts: [...now.confirmedAccounts, accountId] });
    },
    'accounts:rename': ({ accountId, name }) => accounts.rename(accountId, name),
    'accounts:replace-key': ({ accountId, key, keeping }) => accounts.replaceKey(accountId, key, keeping),
    'accounts:forget-key': ({ accountId }) => accounts.forgetKey(accountId),
    'accounts:change-address': ({ accountId, baseUrl, key, keeping }) => accounts.changeAddress(accountId, baseUrl, key, keeping),
    'accounts:set-consoles': ({ accountId, consoles }) => accounts.setConsoles(accountId, consoles),
    'accounts:set-options': async ({ accountId, options }) => ({ token: await accountActs.setOptions(accountId, options) }),
    async 'accounts:open-console'({ accountId, which }) {
      const address = accounts.consoleAddress(accountId, which);
      if (address === null) throw new AppFailure('not-found');
      await openConsole(address);
    },
    'accounts:removal-facts': ({ accountId }) => accountTasks.facts(accountId),
    'accounts:remove': async ({ accountId }) => ({ token: await accountActs.remove(accountId) }),
    'accounts:select': ({ accountId }) => accounts.select(accountId),
    async 'accounts:resume-sending'({ accountId }) {
      await accounts.resumeSending(accountId);
      engine.goOnSending(accountId);
    },
    'accounts:test': ({ accountId }) => accounts.test(accountId),
    async 'accounts:test-new'({ baseUrl, key }) {
      const address = { baseUrl: parseBaseUrl(baseUrl), key: parseKey(key) };
      const test = await client.test(address);
      tried = { ...address, test, at: Date.now() };
      return test;
    },
    async 'accounts:keep-environment-key'(form) {
      const key = environmentKey.value();
      if (key === null) throw new AppFailure('not-found');
      const offer = environmentKey.offer();
      if (offer !== null && offer.fault !== null) throw new AppFailure(offer.fault);
      return keepUnseen(key, offer?.lastFour ?? '', form, environmentKey.answered);
    },
    async 'accounts:decline-environment-key'() {
      environmentKey.answered();
    },
    async 'accounts:take-clipboard-key'() {
      taken = null;
      const text = await desktop.readText();
      if (text.trim() === '') throw new AppFailure('clipboard-empty');
      const found = readClipboardKey(text);
      if (found === null) throw new AppFailure('clipboard-no-key');
      taken = found.key;
      return { firstThree: taken.slice(0, 3), lastFour: taken.slice(-4), corrected: found.corrected };
    },
    async 'accounts:keep-clipboard-key'(form) {
      if (taken === null) throw new AppFailure('not-found');
      return keepUnseen(taken, taken.slice(-4), form, () => {
        taken = null;
      });
    },
  };
}
