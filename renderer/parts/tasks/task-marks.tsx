import { compareAmounts, noAmount } from '../../../shared/money/amount.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { AccountId, EpochMs, TaskWithImages } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { classes } from '../../ui/classes.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { sumWords } from '../costs/cost-words.ts';
import { shownCost, unitCosts, type Money } from './task-money.ts';
import styles from './task-marks.module.css';
import type { TaskReport } from './task-report.ts';

interface TaskIconProps {
  readonly of: TaskReport;
  readonly size: number;
}

/** The shape shows the state, the colour how urgent it is. Always beside words. */
export function TaskIcon({ of: { icon: Icon, urgency }, size }: TaskIconProps) {
  return <Icon size={size} strokeWidth={1.75} aria-hidden className={classes(styles.icon, styles[urgency])} />;
}

/** What the tasks may have cost: the credits that the service reported, or Latent's guess. */
export function MoneyMark({ entries }: { readonly entries: readonly TaskWithImages[] }) {
  const say = useWords();
  const formats = useFormats();
  const accounts = useApp((facts) => facts.accounts);
  const told = shownCost(entries);
  if (told === null) return null;
  const costs = unitCosts(told.of.map(({ task }) => task), accounts);
  const amount = costs.map(({ unit, ...sums }) => sumWords(say, formats, sums, unit)).join(' · ');
  const known = costs.some(({ spent }) => compareAmounts(spent, noAmount) > 0);
  return (
    <span className={styles.money} data-money={told.kind === 'guess' ? told.money : 'told'}>
      {told.kind === 'guess' ? guessWords(say, told.money, known ? amount : null) : say('strip.money.told', { amount })}
    </span>
  );
}

/** `amount`: null if nothing was charged, or no price is known. */
function guessWords(say: Words, money: Money, amount: string | null): string {
  if (amount === null) return say(`strip.money.${money}`);
  switch (money) {
    case 'maybe':
    case 'unknown':
    case 'charged':
      return say('strip.money.with', { words: say(`strip.money.${money}`), amount });
    case 'settled':
      return say('strip.money.settled-at', { amount });
    default:
      return say(`strip.money.${money}`);
  }
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

interface AgeProps {
  readonly at: EpochMs;
  /** "3 minutes ago" instead of "3:05". */
  readonly inWords?: boolean;
}

/** How long ago a task was created. */
export function Age({ at, inWords = false }: AgeProps) {
  const { age, duration, exactTime } = useFormats();
  const words = useTextOverTime((now) => (inWords ? age(at, now) : duration(now - at)));
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {words}
    </time>
  );
}
