import { ChartColumn } from 'lucide-react';
import { goTo, goToStatistics, useView } from '../../stores/windows/view-store.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorWords, useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import columnStyles from '../../ui/sheets/column.module.css';
import { DaysSection } from './days-section.tsx';
import { DiskSection } from './disk-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { PictureFigures } from './picture-figures.tsx';
import styles from './statistics.module.css';
import { TimesSection } from './times-section.tsx';
import { usePictureDays, usePictureStatistics, useStatisticsChoices } from './use-statistics.ts';

const parts = ['pictures', 'disk', 'spending'] as const;

/** The head of the pages of statistics and of spending, which stays while one replaces the other. */
export function StatisticsTabs() {
  const say = useWords();
  const part = useView(({ route, statisticsPart }) => (route === 'spending' ? 'spending' : statisticsPart));
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{say('statistics.title')}</h1>
      <SegmentedControl
        label={say('statistics.part')}
        value={part}
        onValueChange={(next) => (next === 'spending' ? goTo('spending') : goToStatistics(next))}
        options={parts.map((value) => ({ value, name: say(`statistics.part.${value}`) }))}
      />
    </header>
  );
}

/** What was made, how long it took, and what it takes on the disk. */
export function Statistics() {
  const part = useView(({ statisticsPart }) => statisticsPart);
  return <div className={columnStyles.page}>{part === 'disk' ? <DiskSection /> : <Pictures />}</div>;
}

function Pictures() {
  const say = useWords();
  const year = useStatisticsChoices((choices) => choices.year);
  const days = usePictureDays();
  const pictures = usePictureStatistics(year);
  const error = days.error ?? pictures.error;
  if (error !== null) {
    return (
      <div className={columnStyles.content}>
        <p className={colours.bad} role="alert">
          {say('statistics.failed', { reason: errorWords(say, error) })}
        </p>
      </div>
    );
  }
  if (days.value === null) return null;
  if (days.value.size === 0 && (pictures.value?.models.length ?? 0) === 0) {
    return <EmptyState icon={<ChartColumn size={28} strokeWidth={1.5} />} title={say('statistics.nothing-yet')} explanation={say('statistics.nothing-yet-explained')} />;
  }
  return (
    <div className={columnStyles.content}>
      <DaysSection counts={days.value} year={year} />
      <PictureFigures counts={days.value} year={year} statistics={pictures.value} />
      {pictures.value !== null && pictures.value.models.length > 0 && <ModelsSection statistics={pictures.value} year={year} />}
      {pictures.value !== null && pictures.value.waits !== null && <TimesSection waits={pictures.value.waits} />}
    </div>
  );
}
