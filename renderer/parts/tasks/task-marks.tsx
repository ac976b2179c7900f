import type { AccountId, EpochMs, TaskWithImages } from '../../../shared/task.ts';
import { unitOf, useApp } from '../../stores/app-store.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { classes } from '../../ui/classes.ts';
import { amountWords } from '../../words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { shownCost } from './task-cost.ts';
import styles from './task-marks.module.css';
import type { TaskReport } from './task-report.ts';

interface TaskIconProps {
  readonly of: TaskReport;
  readonly size: number;
}

/** The shape shows the state, the colour how urgent it is. Always beside words. */
export function TaskIcon({ of: { icon: Icon, tone }, size }: TaskIconProps) {
  return <Icon size={size} strokeWidth={1.75} aria-hidden className={classes(styles.icon, styles[tone])} />;
}

/** What the tasks may have cost: the credits that the service reported, or Latent's guess. */
export function MoneyMark({ entries }: { readonly entries: readonly TaskWithImages[] }) {
  const say = useWords();
  const formats = useFormats();
  const accounts = useApp((facts) => facts.accounts);
  const told = shownCost(entries);
  if (told === null) return null;
  return (
    <span className={styles.money} data-money={told.kind === 'guess' ? told.money : 'told'}>
      {told.kind === 'guess' ? say(`strip.money.${told.money}`) : say(told.kind === 'known' ? 'strip.money.known' : 'strip.money.told', { amount: amountWords(say, formats, told.credits, unitOf(accounts, entries[0]?.task.accountId ?? '')) })}
    </span>
  );
}

/** The account of a task, if there are several accounts. */
export function AccountMark({ accountId }: { readonly accountId: AccountId }) {
  const say = useWords();
  const several = useApp(({ accounts }) => accounts.length > 1);
  const name = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId)?.name);
  if (!several && name !== undefined) return null;
  const shown = name ?? say('history.account-gone');
  return (
    <span className={styles.account} title={shown}>
      {shown}
    </span>
  );
}

/** How long ago a task was created. */
export function Age({ at }: { readonly at: EpochMs }) {
  const { duration, exactTime } = useFormats();
  const age = useTextOverTime((now) => duration(now - at));
  return (
    <time className={styles.age} dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {age}
    </time>
  );
}
