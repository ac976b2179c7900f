import { Aperture, ListOrdered, CircleCheck } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useApp } from '../../stores/app-store.ts';
import { focusPrompt } from '../../stores/compose/compose-store.ts';
import { selectInList, useLiveLists, useOpened } from '../../stores/tasks/live-lists.ts';
import type { SectionName } from '../../stores/tasks/listed-rows.ts';
import type { Tasks } from '../../stores/tasks-store.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useWords } from '../../words/words.ts';
import { queueRows, sectionRows } from './list/build-rows.ts';
import type { BySection } from './list/sections.ts';
import { useLiveList } from './list/listed-tasks.ts';
import { OfferButtons } from './list/offer-buttons.tsx';
import { SectionBody } from './section-body.tsx';
import { SelectionBar } from './task-selection-bar.tsx';
import { WaitingBar } from './waiting-bar.tsx';
import styles from './section-bar.module.css';

interface LiveSectionProps {
  readonly name: SectionName;
  readonly tasks: Tasks;
  readonly found: BySection;
}

const icons = { waiting: ListOrdered, progress: Aperture, problems: CircleCheck } as const;

/** What waits, what is in progress, or what went wrong. */
export function LiveSection({ name, tasks, found }: LiveSectionProps) {
  const say = useWords();
  const batches = useApp((facts) => facts.batches);
  const opened = useOpened();
  const rows = useMemo(() => (name === 'waiting' ? queueRows(tasks, batches, opened) : sectionRows(name, found, opened)), [name, tasks, batches, found, opened]);
  const list = useLiveList(name, rows);
  const table = useRef<HTMLDivElement>(null);
  const together = useLiveLists((lists) => lists[name].marked.size > 0);
  const Icon = icons[name];
  return (
    <SectionBody
      list={list}
      table={table}
      label={say(`tasks.section.${name}`)}
      selectNone={() => selectInList(name, { kind: 'alone' })}
      close={null}
      head={name === 'waiting' ? <WaitingBar tasks={tasks} together={together} isEmpty={rows.length === 0} /> : together ? <SelectionBar name={name} /> : <SectionBar name={name} found={found} />}
      empty={
        <EmptyState icon={<Icon size={28} strokeWidth={1.5} />} title={say(`tasks.none.${name}`)} explanation={say(`tasks.none.${name}-explained`)}>
          <Button size="large" variant="solid" onClick={focusPrompt}>
            {say('queue.empty-do')}
          </Button>
        </EmptyState>
      }
    />
  );
}

/** How many tasks there are, and what can be done to all of them. */
function SectionBar({ name, found }: Pick<LiveSectionProps, 'name' | 'found'>) {
  const say = useWords();
  const entries = found[name];
  const bar = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(bar, goToFallback);
  return (
    <div {...kept} ref={bar} className={styles.bar}>
      <p className={styles.total}>{entries.length > 0 && say('tasks.count', { count: entries.length })}</p>
      {entries.length > 1 && <OfferButtons entries={entries} ofSection tabbable />}
    </div>
  );
}
