import { useMemo } from 'react';
import { useThrottledTasks } from '../../stores/tasks-store.ts';
import { goToTasks, taskSections, useView, type TaskSection } from '../../stores/windows/view-store.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { HistorySection } from './history/history-section.tsx';
import { bySection } from './list/sections.ts';
import { LiveSection } from './live-section.tsx';
import styles from './tasks-room.module.css';
import columnStyles from '../../ui/sheets/column.module.css';

/** What waits, what is in progress, what went wrong, and every task there ever was. */
export function Tasks() {
  const section = useView(({ taskSection }) => taskSection);
  const tasks = useThrottledTasks((state) => state.tasks);
  const found = useMemo(() => bySection(tasks), [tasks]);
  return (
    <div className={columnStyles.page}>
      <Sections section={section} countOf={(name) => (name === 'history' ? 0 : found[name].length)} />
      {section === 'history' ? <HistorySection /> : <LiveSection key={section} name={section} tasks={tasks} found={found} />}
    </div>
  );
}

interface SectionsProps {
  readonly section: TaskSection;
  /** 0 is not shown. */
  readonly countOf: (section: TaskSection) => number;
}

function Sections({ section, countOf }: SectionsProps) {
  const say = useWords();
  const { number } = useFormats();
  const nameOf = (name: TaskSection): string => {
    const count = countOf(name);
    return count === 0 ? say(`tasks.section.${name}`) : `${say(`tasks.section.${name}`)} ${number(count)}`;
  };
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{say('tasks.title')}</h1>
      <SegmentedControl label={say('tasks.sections')} value={section} onValueChange={goToTasks} options={taskSections.map((value) => ({ value, name: nameOf(value) }))} />
    </header>
  );
}
