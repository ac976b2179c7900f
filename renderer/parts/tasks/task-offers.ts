import type { TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { actOnTasks } from './task-actions.ts';
import { reportTask, type TaskAction } from './task-report.ts';

/** Something that can be done, and the tasks it is done to. */
export interface Offer {
  readonly action: TaskAction;
  readonly entries: readonly TaskWithImages[];
}

const onMany = ['withdraw', 'release', 'ask', 'try-again', 'dismiss', 'stop', 'copy-id'] as const satisfies readonly TaskAction[];

type OnMany = (typeof onMany)[number];

/** What can be done to one task in the place that offers it. */
type ActionsOf = (entry: TaskWithImages) => readonly TaskAction[];

const reported: ActionsOf = (entry) => reportTask(entry).actions;

/** What can be done to a task, or to several in one go, most useful first. Of several, each offer has only those that it means something for. */
export function offersFor(entries: readonly TaskWithImages[], actionsOf: ActionsOf = reported): readonly Offer[] {
  const [only, ...others] = entries;
  if (!only) return [];
  if (others.length === 0) return actionsOf(only).map((action) => ({ action, entries }));
  return onMany.flatMap((action) => {
    const meant = entries.filter((entry) => means(action, actionsOf(entry)));
    const [first, ...rest] = meant;
    if (!first) return [];
    // "Generate again" of one task with an unknown outcome asks first.
    const isSendAgain = action === 'try-again' && rest.length === 0 && actionsOf(first).includes('send-again');
    return [{ action: isSendAgain ? 'send-again' : action, entries: meant }];
  });
}

function means(action: OnMany, actions: readonly TaskAction[]): boolean {
  return action === 'copy-id' || actions.includes(action) || (action === 'try-again' && actions.includes('send-again'));
}

export function takeOffer({ action, entries }: Offer): Promise<void> {
  return actOnTasks(action, entries.map(({ task }) => task));
}

/** "Cancel" for one task, "Cancel 12" for several. */
export function offerLabel(say: Words, { action, entries }: Offer): string {
  const many = entries.length === 1 ? undefined : onMany.find((other) => other === action);
  return many ? say(`strip.many.${many}`, { count: entries.length }) : say(`tasks.do.${action}`);
}
