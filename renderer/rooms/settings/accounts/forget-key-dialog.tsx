import type { Account } from '../../../../shared/account.ts';
import { bridge } from '../../../bridge.ts';
import { useWords } from '../../../words/words.ts';
import { Question } from '../../../ui/dialogs/question.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';

interface ForgetKeyDialogProps {
  /** Null: closed. */
  readonly account: Account | null;
  readonly onClose: () => void;
}

/** Asks before a key is forgotten, because it may exist nowhere else. */
export function ForgetKeyDialog({ account, onClose }: ForgetKeyDialogProps) {
  const say = useWords();
  const shown = useLast(account);
  if (!shown) return null;
  return (
    <Question
      open={account !== null}
      onClose={onClose}
      title={say('settings.forget.title', { account: shown.name })}
      description={say('settings.forget.explained')}
      confirm={say('settings.forget.confirm')}
      onConfirm={() => void notifyIfFailed(bridge.accountsForgetKey({ accountId: shown.id }))}
    />
  );
}
