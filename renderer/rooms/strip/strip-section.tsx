import { ChevronDown, ChevronRight } from 'lucide-react';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { Task } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useApp } from '../../stores/app-store.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { useBatchWaitReason } from '../../parts/tasks/use-batch-wait-reason.ts';
import { reportTask } from '../../parts/tasks/task-report.ts';
import { AccountMark, Age, MoneyMark, TaskIcon } from '../../parts/tasks/task-marks.tsx';
import { setGroupOpen, useLineProps, useStrip } from './strip-lines.ts';
import { OfferButtons } from './offer-buttons.tsx';
import { isOpen, isSingle, isStopped, mostLines, type Group, type Section, type SectionName } from './strip-sections.ts';
import styles from './strip-section.module.css';
import { NextTry, noteOf, TaskCard, TaskRow } from './strip-task.tsx';

interface StripSectionProps {
  readonly section: Section;
  /** The line that Tab leads to. */
  readonly tabStop: string | null;
}

/** The heading of a section, with its groups below. */
export function StripSection({ section, tabStop }: StripSectionProps) {
  const say = useWords();
  const { name, entries, groups } = section;
  const shown = groups.slice(0, mostLines);
  return (
    <div role="rowgroup" aria-label={say(`strip.section.${name}`)} className={styles.section} data-section={name}>
      <div role="row" className={styles.heading}>
        <div role="gridcell" className={styles.headingCell}>
          <span className={styles.name}>{say(`strip.${name}`, { count: entries.length })}</span>
          {entries.length > 1 && groups.length > 1 && <OfferButtons entries={entries} most={2} leaves={['try-again', 'send-again', 'release']} tabbable />}
        </div>
      </div>
      <div role="presentation" className={styles.lines}>
        {shown.map((group) => (
          <GroupLines key={group.key} name={name} group={group} tabStop={tabStop} />
        ))}
        <More count={groups.length - shown.length} />
      </div>
    </div>
  );
}

interface GroupProps {
  readonly name: SectionName;
  readonly group: Group;
  readonly tabStop: string | null;
}

function GroupLines({ name, group, tabStop }: GroupProps) {
  const opened = useStrip((state) => state.opened);
  const [first] = group.entries;
  // Tasks in progress are cards beside each other. Everything else is a row, also a task that is no longer checked.
  const TaskLine = name === 'progress' && !isStopped(first) ? TaskCard : TaskRow;
  if (isSingle(group)) return <TaskLine entry={first} level={1} tabbable={tabStop === first.task.id} />;
  const open = isOpen(group, opened);
  const shown = open ? group.entries.slice(0, mostLines) : [];
  return (
    <>
      <GroupHead name={name} group={group} open={open} tabbable={tabStop === group.key} />
      {shown.map((entry) => (
        <TaskLine key={entry.task.id} entry={entry} level={2} tabbable={tabStop === entry.task.id} />
      ))}
      {open && <More count={group.entries.length - shown.length} inQueue={first.task.batchId !== null && name !== 'problems'} />}
    </>
  );
}

interface GroupHeadProps extends Omit<GroupProps, 'tabStop'> {
  readonly open: boolean;
  readonly tabbable: boolean;
}

/** "16 × Not accepted", or "12 × A red fox": what the tasks of a group have in common. */
function GroupHead({ name, group, open, tabbable }: GroupHeadProps) {
  const say = useWords();
  const { key, entries } = group;
  const [first] = entries;
  const report = reportTask(first);
  const count = entries.length;
  const batchId = name === 'problems' ? null : first.task.batchId;
  const batch = useApp(({ batches }) => batches.find(({ id }) => id === batchId) ?? null);
  const what = name === 'problems' ? say(report.title) : (batch?.name ?? first.task.request.prompt) || say('gallery.adopted');
  const note = groupNote(say, name, entries);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div {...useLineProps(key, entries.map(({ task }) => task.id), tabbable)} aria-label={say('strip.group-label', { count, what })} aria-expanded={open} aria-level={1} className={classes(styles.row, styles.group)}>
      <div role="gridcell" className={styles.cells}>
        <button type="button" tabIndex={-1} className={styles.chevron} aria-label={say(open ? 'strip.close-group' : 'strip.open-group')} onClick={() => setGroupOpen(key, !open)}>
          <Chevron size={14} aria-hidden />
        </button>
        <TaskIcon of={report} size={14} />
        <span className={styles.what} dir="auto">
          {say('strip.times', { count, what })}
        </span>
        <span className={styles.note} dir="auto" title={note}>
          {note}
          {name === 'waiting' && (
            <>
              {!batch && <NextTry task={first.task} />}
              {batch ? <BatchState batch={batch} next={first.task} /> : say(report.title)}
            </>
          )}
        </span>
        <AccountMark accountId={first.task.accountId} />
        <MoneyMark entries={entries} />
        <Age at={first.task.createdAt} />
        <OfferButtons entries={entries} most={2} tabbable={tabbable} />
        {batch && (
          <Button size="small" variant="quiet" tabIndex={tabbable ? undefined : -1} onClick={() => goTo('queue')}>
            {say('strip.show-in-queue')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Why a batch waits. */
function BatchState({ batch, next }: { readonly batch: BatchWithProgress; readonly next: Task }) {
  const say = useWords();
  return useBatchWaitReason(batch, next).words ?? say('tasks.queued.turn');
}

/** The note that all problems of a group share, if they do. */
function groupNote(say: Words, name: SectionName, [first, ...others]: Group['entries']): string | undefined {
  if (name !== 'problems') return undefined;
  const note = noteOf(say, first);
  return others.every((entry) => noteOf(say, entry) === note) ? note : undefined;
}

interface MoreProps {
  readonly count: number;
  /** Whether the queue has them all, in their order. */
  readonly inQueue?: boolean;
}

function More({ count, inQueue = false }: MoreProps) {
  const say = useWords();
  if (count <= 0) return null;
  return (
    <div role="row" className={styles.heading}>
      <div role="gridcell" className={styles.headingCell}>
        {say('strip.more', { count })}
        <Button size="small" variant="quiet" onClick={() => goTo(inQueue ? 'queue' : 'history')}>
          {say(inQueue ? 'strip.show-all-queue' : 'strip.show-all')}
        </Button>
      </div>
    </div>
  );
}
