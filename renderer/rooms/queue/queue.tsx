import { ListOrdered } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useApp } from '../../stores/app-store.ts';
import { focusPrompt } from '../../stores/compose/compose-store.ts';
import { useThrottledTasks } from '../../stores/tasks-store.ts';
import { useUncovered } from '../../stores/windows/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useWords } from '../../words/words.ts';
import { QueueList } from './list/queue-list.tsx';
import { queueOf, rowsOf } from './list/queue-rows.ts';
import { useQueueSelection } from './list/queue-selection.ts';
import { QueueBar } from './queue-bar.tsx';
import { useQueueCommands } from './queue-commands.ts';
import styles from './queue.module.css';

/** Tasks that are being sent or waiting, in order: batches, and single tasks between them. */
export function Queue() {
  const say = useWords();
  const tasks = useThrottledTasks((state) => state.tasks);
  const batches = useApp((facts) => facts.batches);
  const opened = useQueueSelection((state) => state.opened);
  const queue = useMemo(() => queueOf(tasks.values(), batches), [tasks, batches]);
  const rows = useMemo(() => rowsOf(queue, opened), [queue, opened]);
  const list = useRef<HTMLDivElement>(null);
  useQueueCommands(rows, list);
  useUncovered(() => list.current?.focus({ preventScroll: true }));
  return (
    <div className={styles.queue}>
      <QueueBar queue={queue} />
      {rows.length > 0 ? (
        <QueueList ref={list} rows={rows} />
      ) : (
        <EmptyState icon={<ListOrdered size={28} strokeWidth={1.5} />} title={say('queue.empty')} explanation={say('queue.empty-explained')}>
          <Button size="large" variant="solid" onClick={focusPrompt}>
            {say('queue.empty-do')}
          </Button>
        </EmptyState>
      )}
    </div>
  );
}
