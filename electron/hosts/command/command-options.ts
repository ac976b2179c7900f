import { InvalidArgumentError } from 'commander';
import type { Account } from '../../../shared/account.ts';
import type { CommandWords } from '../../../shared/words/command-words.ts';
import { UsageFault } from './usage-fault.ts';

/** Reads a whole number, at least 1, for commander. */
export const wholeNumber =
  (say: CommandWords) =>
  (text: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(say('command.usage.number'));
    return Number(text);
  };

/** The account with this name or id. Absent: the selected one. Throws UsageFault if there is none, or several. */
export function chosenAccount(say: CommandWords, accounts: readonly Account[], selectedAccountId: string, wanted: string | undefined): Account {
  const usable = accounts.filter(({ removed }) => !removed);
  const same = usable.filter(({ id, name }) => (wanted === undefined ? id === selectedAccountId : id === wanted || name === wanted));
  const [found, other] = same.length > 0 ? same : usable.filter(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  if (found === undefined) throw new UsageFault(say('command.usage.no-account', { name: wanted ?? '', names: usable.map(({ name }) => name).join(', ') }));
  if (other !== undefined) throw new UsageFault(say('command.usage.several-accounts', { name: wanted ?? '', ids: same.map(({ id }) => id).join(', ') }));
  return found;
}
