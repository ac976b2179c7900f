import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import { dayKey, dayOfKey } from '../../../shared/library/view.ts';
import { useDay } from '../../stores/now.ts';
import { keyAlongLine } from '../../ui/direction.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { calendarOf, firstDayOfWeek } from './calendar-weeks.ts';
import styles from './statistics.module.css';
import type { DayCounts } from './use-statistics.ts';
import { showDay } from './years.ts';

interface YearCalendarProps {
  readonly year: number;
  readonly counts: DayCounts;
  /** Whether the year stands above it, because there are several. */
  readonly titled: boolean;
}

/** How far each key goes, in days. Months are as long as they are. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

/** The days of a year in columns of a week. A day with more pictures has a larger and stronger square, and its number stands below once it is pointed at or focused. */
export function YearCalendar({ year, counts, titled }: YearCalendarProps) {
  const say = useWords();
  const formats = useFormats();
  const firstDay = firstDayOfWeek(formats.locale);
  const { weeks, days, months } = useMemo(() => calendarOf(year, counts, firstDay), [year, counts, firstDay]);
  const today = useDay(true);
  /** The day that Tab leads to. */
  const [current, setCurrent] = useState<number | null>(null);
  /** The day whose number is shown. */
  const [pointed, setPointed] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const stop = days.find(({ key }) => key === current) ?? days.findLast(({ key, pictures }) => pictures > 0 || key === today) ?? days[0];

  // A calendar that is wider than the window shows its latest days first.
  useLayoutEffect(() => {
    const latest = stop && grid.current?.querySelector(`[data-key="${stop.key}"]`);
    const place = scroller.current;
    if (!latest || !place || place.scrollWidth <= place.clientWidth) return;
    const [day, view] = [latest.getBoundingClientRect(), place.getBoundingClientRect()];
    // Not the page as well.
    place.scrollBy({ left: day.left - view.left - view.width / 2 });
    // Once for each year: later it stays where it was scrolled to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [year]);

  const words = (key: number): string => say('statistics.day', { day: formats.day(dayOfKey(key).getTime()), count: counts.get(key) ?? 0 });
  const dayAt = (event: { readonly target: EventTarget }): number | null => {
    const key = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;
    return key === undefined ? null : Number(key);
  };
  const open = (event: MouseEvent | KeyboardEvent): void => {
    const key = dayAt(event);
    if (key !== null && (counts.get(key) ?? 0) > 0) showDay(key);
  };
  const move = (event: KeyboardEvent): void => {
    const key = dayAt(event);
    if (key === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(event);
      return;
    }
    const next = stepFrom(dayOfKey(key), keyAlongLine(event.key));
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    const target = dayKey(next.getFullYear(), next.getMonth(), next.getDate());
    if (next.getFullYear() !== year) return;
    setCurrent(target);
    grid.current?.querySelector<HTMLElement>(`[data-key="${target}"]`)?.focus();
  };

  return (
    <div className={styles.year}>
      {titled && <h3 className={styles.heading}>{year}</h3>}
      <div ref={scroller} className={styles.calendarScroller}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells have the focus */}
        <div
          ref={grid}
          role="grid"
          aria-label={say('statistics.calendar', { year: String(year) })}
          className={styles.calendar}
          style={{ '--weeks': weeks } as CSSProperties}
          onClick={open}
          onKeyDown={move}
          onPointerOver={(event) => setPointed(dayAt(event))}
          onPointerLeave={() => setPointed(null)}
          onFocus={(event) => {
            setCurrent(dayAt(event));
            setPointed(dayAt(event));
          }}
          onBlur={() => setPointed(null)}
        >
          {months.map((week, month) => (
            <span key={month} className={styles.month} style={{ gridColumn: `${week + 2} / span 3` }} aria-hidden>
              {formats.monthName(month)}
            </span>
          ))}
          {Array.from({ length: 7 }, (_, row) => (
            <div key={row} role="row" className={styles.week}>
              <span role="rowheader" className={styles.weekday} style={{ gridRow: row + 2 }} data-shown={row % 2 === 1 || undefined}>
                {formats.weekdayName((row + firstDay) % 7)}
              </span>
              {days
                .filter((day) => day.row === row)
                .map(({ key, week, level }) => (
                  <div
                    key={key}
                    role="gridcell"
                    tabIndex={key === stop?.key ? 0 : -1}
                    aria-label={words(key)}
                    className={styles.day}
                    style={{ gridRow: row + 2, gridColumn: week + 2 }}
                    data-key={key}
                    data-level={level}
                    data-today={key === today || undefined}
                    data-future={key > today || undefined}
                  />
                ))}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.legend}>
        <span aria-hidden>{pointed !== null && words(pointed)}</span>
        <span className={styles.scale} aria-hidden>
          {say('statistics.fewer')}
          {[0, 1, 2, 3, 4].map((level) => (
            <span key={level} className={styles.day} data-level={level} />
          ))}
          {say('statistics.more')}
        </span>
      </div>
    </div>
  );
}

/** The day that a key leads to from another. Null: the key leads nowhere. */
function stepFrom(day: Date, key: string): Date | null {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  const step = steps[key];
  if (step !== undefined) return new Date(year, month, date + step);
  switch (key) {
    case 'PageUp':
      return new Date(year, month - 1, Math.min(date, new Date(year, month, 0).getDate()));
    case 'PageDown':
      return new Date(year, month + 1, Math.min(date, new Date(year, month + 2, 0).getDate()));
    case 'Home':
      return new Date(year, 0, 1);
    case 'End':
      return new Date(year, 11, 31);
    default:
      return null;
  }
}
