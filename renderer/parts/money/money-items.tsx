import { ReceiptText, Wallet } from 'lucide-react';
import type { AccountId } from '../../../shared/task.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** Menu items that open the prices and the budget of a paid account. */
export function MoneyItems({ accountId }: { readonly accountId: AccountId }) {
  const say = useWords();
  return (
    <>
      <MenuItem icon={<ReceiptText size={14} />} onSelect={() => void ask('prices', { accountId })}>
        {say('settings.account.prices')}
      </MenuItem>
      <MenuItem icon={<Wallet size={14} />} onSelect={() => void ask('budget', { accountId })}>
        {say('settings.account.budget')}
      </MenuItem>
    </>
  );
}
