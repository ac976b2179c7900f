import type { Account } from '../../../../shared/account.ts';
import { selectAccount } from '../../../stores/accounts/choose-account.ts';
import { useWords } from '../../../words/words.ts';
import { Question } from '../../../ui/dialogs/dialog.tsx';
import { LastTestResult } from './test-result.tsx';

interface ChoiceProps {
  readonly account: Account;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before an account whose last test failed is used. */
export function ChooseQuestion({ account, ...dialog }: ChoiceProps) {
  const say = useWords();
  return (
    <Question
      {...dialog}
      title={say('settings.choose.title', { account: account.name })}
      description={say(account.lastTest === undefined ? 'settings.choose.key-refused' : 'settings.choose.explained')}
      confirm={say('settings.choose.confirm')}
      onConfirm={() => void selectAccount(account.id)}
    >
      {account.lastTest && <LastTestResult last={account.lastTest} />}
    </Question>
  );
}
