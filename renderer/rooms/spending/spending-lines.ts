import { useMemo } from 'react';
import { noAmount } from '../../../shared/money/amount.ts';
import type { SpendingLine } from '../../../shared/money/spending.ts';
import { useApp } from '../../stores/app-store.ts';
import type { Formats } from '../../../shared/words/format.ts';
import { useFormats, useWords } from '../../words/words.ts';
import type { Grouping } from './spending-choices.ts';
import type { Read } from './use-spending.ts';

/** A row of the table and a bar of the chart. */
export interface NamedLine extends SpendingLine {
  readonly words: string;
  /** For the chart's axis. */
  readonly short: string;
}

/** The lines of a grouping with their names, as the chart shows them: days and months in their order, without gaps. */
export function useLines({ spending, query }: Extract<Read, { at: 'read' }>, by: Grouping): readonly NamedLine[] {
  const say = useWords();
  const formats = useFormats();
  const accounts = useApp((facts) => facts.accounts);
  return useMemo(() => {
    const words = ({ key, name }: SpendingLine): string => {
      switch (by) {
        case 'days':
        case 'months':
          return timeWords(key, formats);
        case 'accounts':
          return accounts.find(({ id }) => id === key)?.name ?? say('history.account-gone');
        case 'models':
          return key || say('spending.no-model');
        case 'batches':
          return name ?? say('spending.no-batch');
      }
    };
    const lines = by === 'days' || by === 'months' ? withoutGaps(spending[by], by, query.from, query.until) : spending[by];
    return lines.map((line) => ({ ...line, words: words(line), short: by === 'days' ? formats.shortDay(dateOf(line.key).getTime()) : words(line) }));
  }, [spending, query, by, accounts, formats, say]);
}

/** The longest period, in days, for which empty days are added. Longer periods show only the days on which something was sent. */
const mostFilled = 100;

/** Adds a line for each empty day or month of the period, from its beginning or from the first line. */
export function withoutGaps(lines: readonly SpendingLine[], by: 'days' | 'months', from: number | null, until: number): readonly SpendingLine[] {
  const first = from === null ? dateOf(lines[0]?.key ?? '') : new Date(from);
  const known = new Map(lines.map((line) => [line.key, line]));
  const filled: SpendingLine[] = [];
  for (let at = first; at.getTime() < until; ) {
    const key = keyOf(at, by);
    filled.push(known.get(key) ?? { ...nothing, key });
    if (filled.length > mostFilled) return lines;
    at = by === 'days' ? new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1) : new Date(at.getFullYear(), at.getMonth() + 1, 1);
  }
  return filled;
}

const noTasks = { tasks: 0, made: 0, empty: 0, failed: 0, rejected: 0, unknown: 0, lost: 0, open: 0 } as const;
const nothing: SpendingLine = { key: '', name: null, ...noTasks, spent: noAmount, said: noAmount, saidTasks: 0, estimated: noAmount, estimatedTasks: 0, rest: noAmount, restTasks: 0, compared: { tasks: 0, said: noAmount, estimated: noAmount }, unpriced: 0 };

const two = (value: number): string => String(value).padStart(2, '0');

function keyOf(date: Date, by: 'days' | 'months'): string {
  const month = `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
  return by === 'months' ? month : `${month}-${two(date.getDate())}`;
}

/** The beginning of a day or month in local time. */
function dateOf(key: string): Date {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function timeWords(key: string, formats: Formats): string {
  const date = dateOf(key);
  return key.length > 7 ? formats.day(date.getTime()) : formats.month(date.getFullYear(), date.getMonth());
}
