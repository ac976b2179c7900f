import { CommandMenu } from '../../../commands/command-menu.tsx';
import { batchMenu, taskMenu, tasksMenu } from '../../../commands/menus.ts';
import { MenuTitle } from '../../../ui/menu.tsx';
import type { TaskList } from './listed-tasks.ts';
import { useListSubject, useSelectedWords } from './selected.ts';

interface TaskMenuProps {
  readonly list: TaskList;
  readonly place: 'gallery' | 'tasks';
  /** Shown if nothing is selected. */
  readonly title: string;
}

/** The context menu of a list: all that can be done to the selected tasks, or to the batch. */
export function TaskMenu({ list, place, title }: TaskMenuProps) {
  const { subject, together } = useListSubject(list.name, place);
  const words = useSelectedWords(list.name, subject);
  if (subject.batch) return <CommandMenu items={batchMenu} subject={subject} />;
  if (together || subject.entries.length > 1) {
    return (
      <>
        <MenuTitle>{words}</MenuTitle>
        <CommandMenu items={tasksMenu} subject={subject} />
      </>
    );
  }
  return subject.task ? <CommandMenu items={taskMenu} subject={subject} /> : <MenuTitle>{title}</MenuTitle>;
}
