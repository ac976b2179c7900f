import { isFree } from '../../../shared/account.ts';
import type { Task } from '../../../shared/task.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import { useWords } from '../../words/words.ts';
import styles from './action-cost.module.css';
import type { TaskAction } from './task-report.ts';

interface ActionCostProps {
  readonly action: TaskAction;
  readonly tasks: readonly Task[];
}

/** What an action costs, beside its name. Screen readers get it from the button's description. */
export function ActionCost({ action, tasks }: ActionCostProps) {
  const say = useWords();
  const words = costOf(action, tasks);
  return (
    words && (
      <span aria-hidden className={styles.cost}>
        {say(words)}
      </span>
    )
  );
}

/** Null if the action neither checks nor buys anything. */
function costOf(action: TaskAction, tasks: readonly Task[]): WordKey | null {
  switch (action) {
    case 'ask':
      return 'tasks.free';
    case 'try-again':
    case 'send-again':
    case 'release':
      return tasks.every(({ accountId }) => isFree(accountId)) ? 'tasks.free' : 'tasks.new-charge';
    default:
      return null;
  }
}
