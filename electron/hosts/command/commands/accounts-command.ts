import { Option } from 'commander';
import { isSameAccount, type Account, type AccountTest, type KeyKeeping, type KeyState } from '../../../../shared/account.ts';
import { readBaseUrl } from '../../../../shared/network/base-url.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import { exitStatuses, type DefineCommand } from '../command-context.ts';
import { chosenAccount } from '../command-options.ts';
import { confirmSending } from '../confirm-sending.ts';
import { lendEnvironmentKey } from '../lend-environment-key.ts';
import { askLine, isPersonThere, isYes, readFirstLine } from '../terminal-input.ts';
import { tableLines } from '../terminal-text.ts';
import { UsageFault } from '../usage-fault.ts';

/** Where a key is kept, and what the engine calls that. */
const keepings = { keyring: 'protected', memory: 'session', plain: 'unprotected' } as const satisfies Record<string, KeyKeeping>;
type Keeping = keyof typeof keepings;

export const defineAccounts: DefineCommand = (program, say, context) => {
  const accounts = program.command('accounts').description(say('command.accounts.about'));

  accounts
    .command('list', { isDefault: true })
    .description(say('command.accounts.list'))
    .action(async () => {
      const { print, tell, withAccess } = context();
      const snapshot = await withAccess((access) => access.call('app:snapshot', undefined));
      const list = snapshot.accounts.filter(({ removed }) => !removed).map((account) => printed(account, snapshot.selectedAccountId));
      print(
        { accounts: list },
        tableLines(list, [
          { title: '', cell: ({ selected }) => (selected ? '*' : '') },
          { title: 'NAME', cell: ({ name }) => name, most: 24 },
          { title: 'KEY', cell: ({ key }) => keyText(key), most: 24 },
          { title: 'ADDRESS', cell: ({ baseUrl, kind }) => (kind === 'practice' ? '' : baseUrl), isCut: true },
        ]),
      );
      for (const { name, key } of list) if (key.status === 'unreadable') tell(say('command.accounts.unreadable', { name }));
    });

  accounts
    .command('add')
    .description(say('command.accounts.add'))
    .argument('<name>', say('command.accounts.name'))
    .argument('<address>', say('command.accounts.address'))
    .addOption(new Option('--keep <where>', say('command.accounts.keep')).choices(Object.keys(keepings)).default('keyring'))
    .action(async (name: string, address: string, { keep }: { readonly keep: Keeping }) => {
      const { print, tell, signal, end, withAccess } = context();
      const reading = readBaseUrl(address);
      if (!reading.ok) throw new AppFailure(reading.why);
      const key = isPersonThere() ? await askLine(say('command.accounts.key-question'), signal, true) : await readFirstLine();
      if (key === null || key.trim() === '') throw new UsageFault(say('command.usage.no-key'));
      const { account, test } = await withAccess(async (access) => {
        const before = await access.call('app:snapshot', undefined);
        const same = before.accounts.find((one) => !one.removed && one.kind === 'service' && isSameAccount(one, name, reading.base));
        // Adding it again would make a second account of the same name, and replacing its key could lose one that only the window can read.
        if (same !== undefined) throw new UsageFault(say('command.usage.account-there', { name: same.name }));
        if (keep === 'keyring' && before.keyring === 'unavailable') throw new UsageFault(say('command.usage.no-keyring'));
        const tested = await access.call('accounts:test-new', { baseUrl: address, key });
        // Nothing that comes without `--account` should go to an account that does not work.
        const { accountId } = await access.call('accounts:add', { name, baseUrl: address, key, keeping: keepings[keep], select: tested.outcome === 'accepted' });
        const { accounts: now, selectedAccountId } = await access.call('app:snapshot', undefined);
        return { account: printed(chosenAccount(say, now, selectedAccountId, accountId), selectedAccountId), test: tested };
      });
      print({ account, test }, [account.id]);
      tell(say('command.accounts.added', { name: account.name, keep }));
      tell(testWords(say, test));
      if (test.outcome === 'accepted') return;
      tell(say('command.accounts.not-selected', { name: account.name }));
      end(exitStatuses.failed);
    });

  accounts
    .command('remove')
    .description(say('command.accounts.remove'))
    .argument('<name>', say('command.account'))
    .option('--yes', say('command.accounts.yes'), false)
    .action(async (wanted: string, { yes }: { readonly yes: boolean }) => {
      const { print, tell, signal, withAccess } = context();
      await withAccess(
        async (access) => {
          const snapshot = await access.call('app:snapshot', undefined);
          const { id, name, kind } = chosenAccount(say, snapshot.accounts, snapshot.selectedAccountId, wanted);
          if (kind === 'practice') throw new UsageFault(say('command.usage.practice-stays'));
          const facts = await access.call('accounts:removal-facts', { accountId: id });
          tell(say('command.accounts.removes', { name, waiting: facts.waiting, progress: facts.inProgress, unknown: facts.unknown }));
          if (!yes) {
            if (!isPersonThere()) throw new UsageFault(say('command.usage.ask'));
            if (!isYes(await askLine(`${say('command.accounts.remove-question')} `, signal))) return tell(say('command.nothing-done'));
          }
          await access.call('accounts:remove', { accountId: id });
          print({ removed: { id, name } }, [id]);
        },
      );
    });

  accounts
    .command('test')
    .description(say('command.accounts.test'))
    .argument('[name]', say('command.account.usual'))
    .option('--yes', say('command.yes'), false)
    .action(async (wanted: string | undefined, { yes }: { readonly yes: boolean }) => {
      const given = context();
      const { print, end, withAccess } = given;
      const { name, test } = await withAccess(
        async (access) => {
          const snapshot = await access.call('app:snapshot', undefined);
          const account = chosenAccount(say, snapshot.accounts, snapshot.selectedAccountId, wanted);
          // A running engine sends what waits for the key.
          const waiting = snapshot.head.map(({ task }) => task).filter(({ accountId, state }) => accountId === account.id && state.status === 'queued' && state.waitingFor === 'key');
          await confirmSending(given, waiting, snapshot, { queued: true, releases: 'test' }, yes);
          await lendEnvironmentKey(access, account);
          return { name: account.name, test: await access.call('accounts:test', { accountId: account.id }) };
        },
      );
      print({ name, ...test }, [testWords(say, test)]);
      if (test.outcome !== 'accepted') end(exitStatuses.failed);
    });
};

function printed({ id, name, kind, baseUrl, key, sendingStopped, lastTest, options }: Account, selectedAccountId: string) {
  return { id, name, kind, selected: id === selectedAccountId, baseUrl, key, unit: options.unit, budget: options.budget, sendingStopped, lastTest: lastTest === undefined ? null : { outcome: lastTest.test.outcome, at: new Date(lastTest.at).toISOString() } };
}

const keyText = (key: KeyState): string => ('keeping' in key ? [key.status, key.lastFour === '' ? '' : `…${key.lastFour}`].join(' ').trim() : key.status);

function testWords(say: CommandWords, test: AccountTest): string {
  return say('command.accounts.tested', { outcome: test.outcome === 'key-refused' ? 'refused' : test.outcome, detail: 'detail' in test ? (test.detail ?? '') : '', status: 'httpStatus' in test ? test.httpStatus : 0 });
}
