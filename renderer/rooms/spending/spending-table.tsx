import { amountLeft, compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import type { SpendingSums } from '../../../shared/money/spending.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import type { Formats } from '../../../shared/words/format.ts';
import { useFormats, useWords } from '../../words/words.ts';
import type { NamedLine } from './spending-lines.ts';
import type { Grouping } from './spending-choices.ts';
import { classes } from '../../ui/classes.ts';
import colours from '../../ui/sheets/colour.module.css';
import tableStyles from '../../ui/sheets/table.module.css';
import styles from './spending.module.css';

interface SpendingTableProps {
  readonly by: Grouping;
  readonly lines: readonly NamedLine[];
  readonly total: SpendingSums;
  /** Lines that main left out. */
  readonly more: number;
  readonly unit: string;
}

interface Column {
  readonly words: WordKey;
  readonly cell: (sums: SpendingSums, formats: Formats, unit: string) => string;
  /** Left out if it is 0 everywhere. */
  readonly rare?: (total: SpendingSums) => boolean;
}

/** An amount without the name of its unit, which the figures above have. */
const amount = (of: Amount, formats: Formats, unit: string): string => formats.money(of, unit) ?? formats.decimal(of);

const columns: readonly Column[] = [
  { words: 'spending.tasks', cell: ({ tasks }, { number }) => number(tasks) },
  { words: 'spending.made', cell: ({ made }, { number }) => number(made) },
  { words: 'spending.failures', cell: ({ failed }, { number }) => number(failed) },
  { words: 'spending.empty', cell: ({ empty }, { number }) => number(empty) },
  { words: 'spending.unknown', cell: ({ unknown }, { number }) => number(unknown) },
  { words: 'spending.lost', cell: ({ lost }, { number }) => number(lost), rare: ({ lost }) => lost === 0 },
  { words: 'spending.refused', cell: ({ rejected }, { number }) => number(rejected), rare: ({ rejected }) => rejected === 0 },
  { words: 'spending.unfinished', cell: ({ open }, { number }) => number(open), rare: ({ open }) => open === 0 },
  { words: 'spending.unpriced', cell: ({ unpriced }, { number }) => number(unpriced), rare: ({ unpriced }) => unpriced === 0 },
  { words: 'spending.said', cell: ({ said, saidTasks }, formats, unit) => (saidTasks > 0 ? amount(said, formats, unit) : '–') },
  { words: 'spending.rest', cell: ({ rest, restTasks }, formats, unit) => (restTasks > 0 ? amount(rest, formats, unit) : '–'), rare: ({ restTasks }) => restTasks === 0 },
  { words: 'spending.total', cell: ({ spent, rest }, formats, unit) => (compareAmounts(rest, noAmount) > 0 ? `≈ ${amount(spent, formats, unit)}` : amount(spent, formats, unit)) },
  // This compares the same tasks, unlike the other columns.
  { words: 'spending.difference', cell: ({ compared }, formats, unit) => (compared.tasks > 0 ? difference(compared, formats, unit) : '–'), rare: ({ compared }) => compared.tasks === 0 },
];

/** The reported cost minus the estimate. */
function difference({ said, estimated }: SpendingSums['compared'], formats: Formats, unit: string): string {
  const order = compareAmounts(said, estimated);
  if (order === 0) return amount(noAmount, formats, unit);
  return order > 0 ? `+${amount(amountLeft(said, estimated), formats, unit)}` : `−${amount(amountLeft(estimated, said), formats, unit)}`;
}

/** The most rows that are rendered. */
const mostRows = 400;

/** The totals line by line, newest day first, and the grand total. */
export function SpendingTable({ by, lines, total, more, unit }: SpendingTableProps) {
  const say = useWords();
  const formats = useFormats();
  const shown = columns.filter(({ rare }) => rare?.(total) !== true);
  const sent = lines.filter(({ tasks }) => tasks > 0);
  const ordered = by === 'days' || by === 'months' ? sent.toReversed() : sent;
  const left = Math.max(0, ordered.length - mostRows) + more;
  return (
    <>
      <div className={classes(tableStyles.scroller, styles.totals)}>
        <table className={tableStyles.table} aria-label={say('spending.table', { by })}>
          <thead>
            <tr>
              <th scope="col">{say(`spending.by.${by}`)}</th>
              {shown.map(({ words }) => (
                <th key={words} scope="col" className={tableStyles.number}>
                  {say(words)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, mostRows).map((line) => (
              <tr key={line.key}>
                <th scope="row" dir="auto">
                  {line.words}
                </th>
                {shown.map(({ words, cell }) => (
                  <td key={words} className={tableStyles.number}>
                    {cell(line, formats, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('spending.sum')}</th>
              {shown.map(({ words, cell }) => (
                <td key={words} className={tableStyles.number}>
                  {cell(total, formats, unit)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {left > 0 && <p className={colours.soft}>{say('spending.more-rows', { count: left })}</p>}
    </>
  );
}
