import { memo, type ReactNode } from 'react';
import type { BatchWithProgress } from '../../../../shared/batch.ts';
import { priceOfUnsent } from '../../../../shared/money/waiting-money.ts';
import type { Task } from '../../../../shared/task.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { expectedWords } from '../../../parts/costs/cost-words.ts';
import { AccountMark, Age, MoneyMark, TaskIcon } from '../../../parts/tasks/task-marks.tsx';
import { useNextTry } from '../../../parts/tasks/task-message.tsx';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import { useBatchWaitReason } from '../../../parts/tasks/use-batch-wait-reason.ts';
import { useApp } from '../../../stores/app-store.ts';
import type { TaskGroup, TaskRow } from '../../../stores/tasks/listed-rows.ts';
import { goToTasks } from '../../../stores/windows/view-store.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { Cells, problemWords, type Column } from './columns.tsx';
import { OfferButtons } from './offer-buttons.tsx';
import { PendingCells } from './row-picture.tsx';
import type { RowPlace } from './listed-tasks.ts';
import { Chevron, Row } from './row.tsx';
import own from './group-row.module.css';
import styles from './task-list.module.css';

interface GroupRowProps extends RowPlace {
  readonly row: Extract<TaskRow, { readonly kind: 'group' }>;
}

/** "16 × Not accepted", or "12 × A red fox": what the tasks of a group have in common. */
export const GroupRow = memo(function GroupRow({ row: { key, section, entries, open }, ...place }: GroupRowProps) {
  const say = useWords();
  const [first] = entries;
  const report = reportTask(first);
  const count = entries.length;
  const ofProblems = section === 'problems';
  const batchId = ofProblems ? null : first.task.batchId;
  const batch = useApp(({ batches }) => batches.find(({ id }) => id === batchId) ?? null);
  const title = ofProblems ? say(report.title) : (batch?.name ?? first.task.request.prompt) || say('gallery.adopted');
  const note = ofProblems || (section === 'waiting' && report.said) ? sharedNote(say, entries) : undefined;
  const cells: Partial<Record<Column['name'], ReactNode>> = {
    state: (
      <>
        <Chevron of={key} open={open} />
        <TaskIcon of={report} size={15} />
        {!ofProblems && <span className={styles.cut}>{say(report.title)}</span>}
      </>
    ),
    prompt: say('strip.times', { count, title }),
    note: note === undefined ? section === 'waiting' && (batch ? <BatchState batch={batch} next={first.task} /> : <NextTry task={first.task} />) : <span title={note}>{note}</span>,
    account: <AccountMark accountId={first.task.accountId} />,
    created: <Age at={first.task.createdAt} />,
    cost: section === 'waiting' ? <Expected entries={entries} /> : <MoneyMark entries={entries} />,
  };
  return (
    <Row of={key} {...place} aria-level={1} aria-expanded={open} aria-label={say('strip.group-label', { count, title })} className={classes(styles.row, styles.group)}>
      <Cells kind="live" renderCell={({ name }) => cells[name]} urgencyOf={({ name }) => (name === 'state' ? report.urgency : undefined)}>
        <OfferButtons entries={entries} tabbable={place.current}>
          {section === 'waiting' && batch && (
            <Button size="small" variant="quiet" tabIndex={place.current ? undefined : -1} onClick={() => goToTasks('waiting')}>
              {say('strip.show-in-queue')}
            </Button>
          )}
        </OfferButtons>
      </Cells>
    </Row>
  );
});

/** What waiting tasks are expected to cost together, as each of them says by itself. */
function Expected({ entries }: Pick<TaskGroup, 'entries'>) {
  const say = useWords();
  const formats = useFormats();
  const accounts = useApp((facts) => facts.accounts);
  const prices = useApp((facts) => facts.prices);
  const price = priceOfUnsent(entries, { accounts, prices });
  if (price === null) return <MoneyMark entries={entries} />;
  const cost = expectedWords(say, formats, price);
  return <span title={say('money.by.expected', { cost })}>{cost}</span>;
}

/** Why a batch waits. */
function BatchState({ batch, next }: { readonly batch: BatchWithProgress; readonly next: Task }) {
  const say = useWords();
  return useBatchWaitReason(batch, next).words ?? say('tasks.queued.turn');
}

const NextTry = ({ task }: { readonly task: Task }) => useNextTry(task);

/** The note that all tasks of a group share, if they do. */
function sharedNote(say: Words, [first, ...others]: TaskGroup['entries']): string | undefined {
  const note = problemWords(say, first);
  return others.every((entry) => problemWords(say, entry) === note) ? note : undefined;
}

interface HeadingRowProps extends RowPlace {
  readonly row: Extract<TaskRow, { readonly kind: 'heading' }>;
}

/** The heading of a section with what can be done to all of its tasks, or that of the finished batches. */
export function HeadingRow({ row: { of, entries, offers }, ...place }: HeadingRowProps) {
  const say = useWords();
  return (
    <Row of={null} {...place} aria-selected={undefined} aria-label={of === 'ended' ? undefined : say(`strip.section.${of}`)} className={own.heading}>
      <div role="gridcell" className={own.headingCell}>
        <span className={own.name}>{of === 'ended' ? say('queue.ended') : say(`strip.${of}`, { count: entries.length })}</span>
        {offers && <OfferButtons entries={entries} ofSection tabbable />}
      </div>
    </Row>
  );
}

/** A row whose task is not loaded yet. */
export function PendingRow({ index, ...place }: RowPlace & { readonly index: number }) {
  return (
    <Row of={null} {...place} aria-busy className={styles.row}>
      <div role="presentation" className={styles.cells}>
        <PendingCells index={index} />
      </div>
    </Row>
  );
}
