import { isFree } from '../../../shared/account.ts';
import type { Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { Formats } from '../../stores/format.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { nextTry } from '../tasks/next-try.ts';

interface TaskSaysProps {
  readonly task: Task;
  readonly now: number;
  /** The credits that the service told stand beside it; else they are told elsewhere. */
  readonly withCredits?: boolean;
  readonly className?: string | undefined;
}

/** The service's latest message in one line, or, after a failure, when Latent tries again. */
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
  const parts = trouble
    ? [say(`tasks.trouble.${trouble.kind}`), nextTry(task, now, say, format)]
    : [nextTry(task, now, say, format), facts.statusWord, facts.progress === null ? null : format.percent(facts.progress)];
  return parts.filter((part) => part !== null).join(' · ');
}
