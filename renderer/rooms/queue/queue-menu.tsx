import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { batchMenu, waitingTaskMenu, waitingTasksMenu } from '../../commands/menus.ts';
import { offersFor } from '../../parts/tasks/task-offers.tsx';
import { useApp } from '../../stores/app-store.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { MenuTitle } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { useQueueSelection } from './list/queue-selection.ts';

/** The context menu of the rows: what can be done to the batch, or to the selected tasks. */
export function QueueMenu() {
  const say = useWords();
  const { cursor, selected } = useQueueSelection();
  const batch = useApp(({ batches }) => batches.find(({ id }) => id === cursor));
  const tasks = useTasks((state) => state.tasks);
  const entries = [...selected].flatMap((id) => tasks.get(id) ?? []);
  const [first, ...others] = entries;
  if (!first) return batch ? <CommandMenu items={batchMenu} subject={{ ...nothingIn('queue'), batch }} /> : <MenuTitle>{say('queue.title')}</MenuTitle>;
  const subject = { ...nothingIn('queue'), entries, offers: offersFor(entries) };
  if (others.length === 0) return <CommandMenu items={waitingTaskMenu} subject={{ ...subject, task: first.task }} />;
  return (
    <>
      <MenuTitle>{say('strip.selected', { count: entries.length })}</MenuTitle>
      <CommandMenu items={waitingTasksMenu} subject={subject} />
    </>
  );
}
