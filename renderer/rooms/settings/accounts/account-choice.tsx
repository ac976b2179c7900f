import type { Account } from '../../../../shared/account.ts';
import { selectAccount } from '../../../stores/accounts/choose-account.ts';
import { useWords } from '../../../words/words.ts';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { Question } from '../../../ui/dialogs/dialog.tsx';
import { LastTestResult } from './test-result.tsx';

interface ChoiceProps extends Asked {
  readonly account: Account;
}

/** Asks before an account whose last test failed is used. */
export function ChooseQuestion({ account }: ChoiceProps) {
  const say = useWords();
  return (
    <Question
      title={say('settings.choose.title', { account: account.name })}
      description={say(account.lastTest === undefined ? 'settings.choose.key-refused' : 'settings.choose.explained')}
      confirm={say('settings.choose.confirm')}
      onConfirm={() => void selectAccount(account.id)}
    >
      {account.lastTest && <LastTestResult last={account.lastTest} />}
    </Question>
  );
}
