import { FileQuestionMark } from 'lucide-react';
import { useRef } from 'react';
import { isFree, type Account } from '../../../shared/account.ts';
import type { Task } from '../../../shared/task.ts';
import { resumeSending, unheldTasks } from '../../stores/tasks/resume-sending.ts';
import { useTasks, useThrottledTasks, type Tasks } from '../../stores/tasks-store.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useWords } from '../../words/words.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { changeTasks } from './task-actions.ts';
import styles from './stopped-sending.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

interface StoppedSendingProps {
  readonly account: Account;
  readonly className?: string | undefined;
  /** Where it is shown only while something waits, "Cancel" removes it. Moves the focus before that. */
  readonly leave?: () => void;
}

/** Says that sending with an account is stopped, why, and what that means for the money, and offers to go on or to cancel what waits. */
export function StoppedSending({ account, className, leave }: StoppedSendingProps) {
  const say = useWords();
  const waiting = (tasks: Tasks): readonly Task[] => unheldTasks(tasks, (id) => id === account.id);
  const count = useThrottledTasks(({ tasks }) => waiting(tasks).length);
  const goOn = useRef<HTMLButtonElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(strip, goToFallback);
  const cancel = (): void => {
    // The button disappears, so move the focus first.
    if (leave) leave();
    else goOn.current?.focus();
    void changeTasks('withdraw', waiting(useTasks.getState().tasks));
  };
  return (
    <div {...kept} ref={strip} className={classes(styles.stopped, className)} role="status">
      <FileQuestionMark size={15} className={styles.icon} aria-hidden />
      <p className={rowStyles.words}>{say('queue.unclear', { account: account.name, count, free: isFree(account.id) ? 'yes' : 'no' })}</p>
      <span className={styles.buttons}>
        <Button ref={goOn} size="small" onClick={() => void resumeSending([account.id])}>
          {say('queue.unclear.go-on')}
        </Button>
        {count > 0 && (
          <Button size="small" variant="quiet" title={say('tasks.hint.withdraw')} onClick={cancel}>
            {say('queue.unclear.cancel', { count })}
          </Button>
        )}
      </span>
    </div>
  );
}
