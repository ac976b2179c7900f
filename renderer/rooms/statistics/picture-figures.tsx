import { useMemo } from 'react';
import type { PictureStatistics } from '../../../shared/library/statistics.ts';
import { dayOfKey } from '../../../shared/library/view.ts';
import { Figure, Figures } from '../../ui/figures.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { longestRun } from './calendar-weeks.ts';
import { yearOf } from './years.ts';
import type { DayCounts } from './use-statistics.ts';

interface PictureFiguresProps {
  readonly counts: DayCounts;
  /** Null: all years. */
  readonly year: number | null;
  /** Null: not read yet. */
  readonly statistics: PictureStatistics | null;
}

/** The year in a few figures. */
export function PictureFigures({ counts, year, statistics }: PictureFiguresProps) {
  const say = useWords();
  const formats = useFormats();
  const { pictures, days, most, run } = useMemo(() => {
    const ofYear = [...counts].filter(([key]) => year === null || yearOf(key) === year).sort(([a], [b]) => a - b);
    return {
      pictures: ofYear.reduce((sum, [, count]) => sum + count, 0),
      days: ofYear.length,
      most: ofYear.reduce<readonly [key: number, count: number] | null>((best, day) => (day[1] > (best?.[1] ?? 0) ? day : best), null),
      run: longestRun(ofYear.map(([key]) => key)),
    };
  }, [counts, year]);
  const waits = statistics?.waits ?? null;
  return (
    <Figures>
      <Figure name={say('statistics.figure.pictures')} value={formats.number(pictures)}>
        {statistics && say('statistics.figure.imported', { count: statistics.imported })}
      </Figure>
      <Figure name={say('statistics.figure.days')} value={formats.number(days)}>
        {days > 0 && say('statistics.figure.average', { count: Math.round(pictures / days) })}
      </Figure>
      <Figure name={say('statistics.figure.most')} value={formats.number(most?.[1] ?? 0)}>
        {most && formats.weekday(dayOfKey(most[0]).getTime())}
      </Figure>
      <Figure name={say('statistics.figure.run')} value={formats.number(run?.days ?? 0)}>
        {run && say('statistics.figure.run-until', { count: run.days, from: formats.day(run.from), to: formats.day(run.to) })}
      </Figure>
      <Figure name={say('statistics.figure.time')} value={waits === null ? '–' : formats.duration(waits.median)}>
        {statistics && say(waits === null ? 'statistics.figure.time-none' : 'statistics.figure.time-explained')}
      </Figure>
    </Figures>
  );
}
