import { ReceiptText, Wallet } from 'lucide-react';
import type { AccountId } from '../../../shared/task.ts';
import { askMoney } from '../../stores/accounts/money-question.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';

/** Menu items that open the prices and the budget of a paid account. */
export function MoneyItems({ accountId }: { readonly accountId: AccountId }) {
  const say = useWords();
  return (
    <>
      <MenuItem icon={<ReceiptText size={14} />} onSelect={() => askMoney({ kind: 'prices', accountId })}>
        {say('settings.account.prices')}
      </MenuItem>
      <MenuItem icon={<Wallet size={14} />} onSelect={() => askMoney({ kind: 'budget', accountId })}>
        {say('settings.account.budget')}
      </MenuItem>
    </>
  );
}
