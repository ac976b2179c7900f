import { CommandMenu } from '../../commands/command-menu.tsx';
import type { Subject } from '../../commands/command.ts';
import { cellMenu, cellsMenu, taskItems } from '../../commands/menus.ts';
import { offersFor } from '../../parts/tasks/task-offers.tsx';
import { reportTask } from '../../parts/tasks/task-report.ts';
import type { MatrixCell } from '../../stores/matrix/matrix-cells.ts';
import { actedCells, useMatrix } from '../../stores/matrix/matrix-store.ts';
import { MenuTitle } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { taskOf } from './matrix-actions.ts';
import { matrixSubject } from './matrix-commands.ts';

/** The context menu of the cells: what can be done to one, or to all that are selected. */
export function MatrixMenu() {
  const say = useWords();
  const cells = actedCells(useMatrix());
  const [only, ...others] = cells;
  if (!only) return <MenuTitle>{say('matrix.name')}</MenuTitle>;
  if (others.length === 0) {
    const task = taskOf(only);
    const shown = only.top?.entry ?? only.entry;
    const subject = { ...withOffers(cells), imageId: only.top?.id ?? null, task, entries: shown ? [shown] : [] };
    return <CommandMenu items={task ? [...cellMenu, ...taskItems] : cellMenu} subject={subject} />;
  }
  return (
    <>
      <MenuTitle>{say('matrix.selected', { count: cells.length })}</MenuTitle>
      <CommandMenu items={cellsMenu} subject={withOffers(cells)} />
    </>
  );
}

/** The pictures of these cells, and what can be done to their tasks that have no picture. */
function withOffers(cells: readonly MatrixCell[]): Subject {
  const unfinished = cells.flatMap(({ entries }) => entries.filter((entry) => reportTask(entry).urgency !== 'done'));
  return { ...matrixSubject(), offers: offersFor(unfinished) };
}
