import { dayOfKey } from '../../../shared/library/view.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useDay } from '../../stores/now.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import colours from '../../ui/sheets/colour.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import tableStyles from '../../ui/sheets/table.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './statistics.module.css';
import { useStatisticsChoices, type DayCounts } from './use-statistics.ts';
import { YearCalendar } from './year-calendar.tsx';
import { showDay, yearOf, yearsOf } from './years.ts';

interface DaysSectionProps {
  readonly counts: DayCounts;
  /** Null: all years. */
  readonly year: number | null;
}

const views = ['calendar', 'table'] as const;

/** The choice of the year, and how many pictures each of its days has: as a calendar, or as a table. */
export function DaysSection({ counts, year }: DaysSectionProps) {
  const say = useWords();
  const as = useStatisticsChoices((choices) => choices.as);
  const years = yearsOf(counts, yearOf(useDay(true)));
  const options = [...years.map((one) => ({ value: String(one), name: String(one) })), { value: 'all', name: say('statistics.all-years') }];
  const shown = year === null ? years : [year];
  return (
    <section className={styles.section}>
      <div className={rowStyles.wrap}>
        <h2 className={styles.heading}>{say('statistics.days')}</h2>
        <Select label={say('statistics.year')} value={year === null ? 'all' : String(year)} onValueChange={(next) => useStatisticsChoices.setState({ year: next === 'all' ? null : Number(next) })} options={options} />
        <span className={rowStyles.space} />
        <SegmentedControl label={say('statistics.show-as')} value={as} onValueChange={(next) => useStatisticsChoices.setState({ as: next })} options={views.map((value) => ({ value, name: say(`statistics.show-as.${value}`) }))} />
      </div>
      {as === 'calendar' ? shown.map((one) => <YearCalendar key={one} year={one} counts={counts} titled={shown.length > 1} />) : <DayTable counts={counts} year={year} />}
      <p className={textStyles.hint}>{say('statistics.days-hint')}</p>
    </section>
  );
}

/** The most rows that are rendered: more than a year has. */
const mostRows = 400;

/** The same numbers as a table. */
function DayTable({ counts, year }: DaysSectionProps) {
  const say = useWords();
  const formats = useFormats();
  const days = [...counts].filter(([key]) => year === null || yearOf(key) === year).sort(([a], [b]) => b - a);
  const left = days.length - mostRows;
  return (
    <>
      <div className={tableStyles.scroller}>
        <table className={classes(tableStyles.table, styles.days)} aria-label={say('statistics.days')}>
          <thead>
            <tr>
              <th scope="col">{say('statistics.day-column')}</th>
              <th scope="col" className={tableStyles.number}>
                {say('statistics.pictures')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.slice(0, mostRows).map(([key, pictures]) => (
              <tr key={key}>
                <th scope="row" className={styles.name}>
                  <button type="button" className={styles.link} onClick={() => showDay(key)}>
                    {formats.weekday(dayOfKey(key).getTime())}
                  </button>
                </th>
                <td className={tableStyles.number}>{formats.number(pictures)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p className={colours.soft}>{say('statistics.more-days', { count: left })}</p>}
    </>
  );
}
