import { isFree } from '../../../shared/account.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { Formats } from '../../words/format.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { nextTry } from './next-try.ts';

interface TaskSaysProps {
  readonly entry: TaskWithImages;
  readonly now: number;
  /** Whether to add the credits that the service stated. Elsewhere, they are shown apart. */
  readonly withCredits?: boolean;
  readonly className?: string | undefined;
}

/** The service's latest message in one line. After a failure: what failed, and when Latent tries again. */
export function TaskSays({ entry, now, withCredits = false, className }: TaskSaysProps) {
  const { task } = entry;
  const say = useWords();
  const format = useFormats();
  const { credits } = task.facts;
  const cost = withCredits && credits !== null && !isFree(task.accountId) ? say('tasks.fact.cost-value', { credits, shown: format.number(credits) }) : null;
  return (
    <p className={className} data-trouble={task.trouble !== null || isDownloadFailing(entry) || undefined}>
      {[saysLine(entry, now, say, format), cost].filter(Boolean).join(' · ')}
    </p>
  );
}

/** A picture could not be downloaded yet. The service's own message ("completed · 100%") would hide that. */
function isDownloadFailing({ images }: TaskWithImages): boolean {
  return images.some(({ state }) => state.status === 'waiting' && state.trouble !== null);
}

function saysLine(entry: TaskWithImages, now: number, say: Words, format: Formats): string {
  const { task } = entry;
  const { trouble, facts } = task;
  if (isDownloadFailing(entry)) return say('tasks.download-fails');
  const parts = trouble
    ? [say(`tasks.trouble.${trouble.kind}`), nextTry(task, now, say, format)]
    : [nextTry(task, now, say, format), facts.statusWord, facts.progress === null ? null : format.percent(facts.progress)];
  return parts.filter((part) => part !== null).join(' · ');
}
