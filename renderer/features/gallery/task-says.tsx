import { isFree } from '../../../shared/account.ts';
import type { Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { Formats } from '../../stores/format.ts';
import { useFormats, useWords } from '../../stores/words.ts';

interface TaskSaysProps {
  readonly task: Task;
  readonly now: number;
  /** The credits that the service told stand beside it; else they are told elsewhere. */
  readonly withCredits?: boolean;
  readonly className?: string | undefined;
}

/** What the service last said, in one line; while it gives no clean answer, when it is asked again. */
export function TaskSays({ task, now, withCredits = false, className }: TaskSaysProps) {
  const say = useWords();
  const format = useFormats();
  const { credits } = task.facts;
  const cost = withCredits && credits !== null && !isFree(task.accountId) ? say('tasks.fact.cost-value', { credits, shown: format.number(credits) }) : null;
  return (
    <p className={className} data-trouble={task.trouble !== null || undefined}>
      {[saysLine(task, now, say, format), cost].filter(Boolean).join(' · ')}
    </p>
  );
}

function saysLine(task: Task, now: number, say: Words, format: Formats): string {
  const { trouble, facts } = task;
  if (trouble) return `${say(`tasks.trouble.${trouble.kind}`)} · ${nextQuery()}`;
  const parts = [facts.statusWord, facts.progress === null ? null : format.percent(facts.progress)].filter((part) => part !== null);
  return parts.join(' · ');

  function nextQuery(): string {
    if (trouble?.kind === 'key-refused') return say('tasks.asks-again-with-key');
    if (!trouble?.retryAt || trouble.retryAt <= now) return say('tasks.asks-again-now');
    return say('tasks.asks-again-in', { time: format.duration(trouble.retryAt - now + 999) });
  }
}
