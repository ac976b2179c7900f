import { bridge } from '../../../bridge.ts';
import { tryPractice } from '../../../stores/compose/try-practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ask } from '../../../ui/dialogs/ask.ts';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './first-steps.module.css';

/** A practice picture, or a key. Both lead on by themselves: the picture is a task, and the key makes an account. */
export function TryStep() {
  const say = useWords();
  return (
    <>
      <p className={styles.explanation}>{say('first.try.explained')}</p>
      <div className={styles.choices}>
        <Button size="large" variant="solid" onClick={() => void tryPractice()}>
          {say('first.try.practice')}
        </Button>
        <Button size="large" onClick={() => void ask('account', { question: { kind: 'add' } })}>
          {say('first.try.key')}
        </Button>
        <Button size="large" onClick={() => void takeFromClipboard()}>
          {say('settings.account.key-clipboard')}
        </Button>
        <p className={styles.hint}>{say('first.try.practice-explained')}</p>
      </div>
    </>
  );
}

/** Main reads the clipboard, and only now. */
async function takeFromClipboard(): Promise<void> {
  const answer = await notifyIfFailed(bridge.accountsTakeClipboardKey());
  if (answer.ok) void ask('account', { question: { kind: 'clipboard', ...answer.value } });
}
