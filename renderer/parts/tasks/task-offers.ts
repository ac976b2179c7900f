import { remoteIdOf, type TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { copyText } from '../../ui/clipboard.ts';
import { freeWord } from './money.ts';
import { actOnTask, actOnTasks, askToGenerateAgain, hideTasks, releaseTasks } from './task-actions.ts';
import { reportTask, type TaskAction } from './task-report.ts';

/** Something that can be done, and the tasks it is done to. */
export interface Offer {
  readonly action: TaskAction;
  readonly entries: readonly TaskWithImages[];
}

type OnMany = 'release' | 'withdraw' | 'ask' | 'try-again' | 'dismiss' | 'stop' | 'copy-id';

const onMany: readonly OnMany[] = ['withdraw', 'release', 'ask', 'try-again', 'dismiss', 'stop', 'copy-id'];

/** What can be done to a task, or to several in one go, most useful first. Of several, each action names those alone that it means something for. */
export function offersFor(entries: readonly TaskWithImages[], actionsOf: ActionsOf = reported): readonly Offer[] {
  const [only, ...others] = entries;
  if (!only) return [];
  if (others.length === 0) return actionsOf(only).map((action) => ({ action, entries }));
  return onMany.flatMap((action) => {
    const meant = entries.filter((entry) => means(action, actionsOf(entry)));
    return meant.length === 0 ? [] : [{ action: ofOne(action, meant, actionsOf), entries: meant }];
  });
}

/** If an action means something for one task alone, it is that task's own: "Generate again" of an unknown outcome asks first. */
function ofOne(action: OnMany, [only, ...others]: readonly TaskWithImages[], actionsOf: ActionsOf): TaskAction {
  return action === 'try-again' && only && others.length === 0 && actionsOf(only).includes('send-again') ? 'send-again' : action;
}

/** What can be done to one task in the place that offers it. */
type ActionsOf = (entry: TaskWithImages) => readonly TaskAction[];

const reported: ActionsOf = (entry) => reportTask(entry).actions;

function means(action: OnMany, actions: readonly TaskAction[]): boolean {
  return action === 'copy-id' || actions.includes(action) || (action === 'try-again' && actions.includes('send-again'));
}

export async function takeOffer({ action, entries }: Offer): Promise<void> {
  const tasks = entries.map(({ task }) => task);
  const [only, ...others] = tasks;
  if (!only) return;
  if (others.length === 0) return actOnTask(action, only);
  switch (action) {
    case 'ask':
    case 'stop':
    case 'withdraw':
      return actOnTasks(action, tasks);
    case 'release':
      return releaseTasks(tasks);
    case 'dismiss':
      return hideTasks(tasks);
    case 'try-again':
    case 'send-again':
      return askToGenerateAgain(tasks);
    case 'copy-id':
      return copyText(tasks.map((task) => remoteIdOf(task) ?? task.id).join('\n'), 'app.copied-id');
    // One at a time: each has a form or a place of its own.
    case 'attach':
    case 'correct-id':
    case 'edit':
    case 'open-settings':
      return actOnTask(action, only);
  }
}

/** "Cancel" for one task, "Cancel 12" for several. */
export function offerLabel(say: Words, { action, entries }: Offer): string {
  const count = entries.length;
  if (count === 1 || !isOnMany(action)) return say(`tasks.do.${action}`);
  return say(`strip.many.${action}`, { count });
}

/** What it means for the money, or for the tasks, before it is done. */
export function offerHint(say: Words, { action, entries }: Offer): string | undefined {
  switch (action) {
    case 'ask':
    case 'withdraw':
    case 'dismiss':
      return say(`strip.hint.${action}`);
    case 'try-again':
    case 'send-again':
    case 'release':
      return say('strip.hint.try-again', { free: freeWord(entries.map(({ task }) => task)) });
    default:
      return undefined;
  }
}

function isOnMany(action: TaskAction): action is OnMany {
  return (onMany as readonly TaskAction[]).includes(action);
}
