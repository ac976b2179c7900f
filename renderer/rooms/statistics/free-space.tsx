import type { ReactNode } from 'react';
import type { DiskUse, Freeable, MonthStatistics } from '../../../shared/library/statistics.ts';
import { duplicatesSearch } from '../../../shared/search/search-scope.ts';
import { bridge } from '../../bridge.ts';
import { showSearch, showTrash } from '../../parts/albums/places.ts';
import { openLibraryFolder } from '../../parts/pictures/image-actions.ts';
import { Button } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import surfaceStyles from '../../ui/sheets/surface.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './statistics.module.css';

interface FreeSpaceProps {
  readonly use: DiskUse;
  readonly months: readonly MonthStatistics[];
  /** Called after something was deleted. */
  readonly freed: () => void;
}

/** What Latent keeps on the disk, and a button where something of it can be deleted. Each asks first. */
export function FreeSpace({ use, months, freed }: FreeSpaceProps) {
  const say = useWords();
  const formats = useFormats();
  const sum = (of: (month: MonthStatistics) => number): number => months.reduce((total, month) => total + of(month), 0);
  const [originals, trashed] = [sum(({ bytes }) => bytes), sum(({ trashedBytes }) => trashedBytes)];
  const free = async (what: Freeable): Promise<void> => {
    const words = { title: say(`statistics.space.${what}-question`), description: say(`statistics.space.${what}-question-explained`), confirm: say(`statistics.space.${what}-confirm`) };
    if ((await ask('confirm', words)) === null) return;
    const answer = await notifyIfFailed(bridge.statisticsFree({ what }));
    freed();
    if (!answer.ok) return;
    notify(answer.value.failed > 0 ? say('statistics.space.some-left', { count: answer.value.failed }) : say('statistics.space.freed', { bytes: formats.bytes(answer.value.bytes) }));
  };
  return (
    <>
      <section className={styles.section}>
        <h2 className={styles.heading}>{say('statistics.space')}</h2>
        <p className={textStyles.hint}>{say('statistics.space-explained')}</p>
        <ul className={surfaceStyles.card}>
          <Kept of="trash" bytes={trashed}>
            <Button onClick={showTrash}>{say('statistics.space.show-trash')}</Button>
          </Kept>
          <Kept of="duplicates" bytes={null}>
            <Button onClick={() => showSearch(`${duplicatesSearch} `)}>{say('statistics.space.find-duplicates')}</Button>
          </Kept>
          <Kept of="thumbnails" bytes={use.thumbnails}>
            <Button disabled={use.thumbnails === 0} onClick={() => void free('thumbnails')}>
              {say('statistics.space.thumbnails-free')}
            </Button>
          </Kept>
          <Kept of="parts" bytes={use.parts}>
            <Button disabled={use.parts === 0} onClick={() => void free('parts')}>
              {say('statistics.space.parts-free')}
            </Button>
          </Kept>
          <Kept of="quarantine" bytes={use.quarantine}>
            <Button disabled={use.quarantine === 0} onClick={() => void notifyIfFailed(bridge.statisticsOpenQuarantine())}>
              {say('statistics.space.open-quarantine')}
            </Button>
          </Kept>
        </ul>
      </section>
      <section className={styles.section}>
        <h2 className={styles.heading}>{say('statistics.kept-on-disk')}</h2>
        <ul className={surfaceStyles.card}>
          <Kept of="originals" bytes={originals}>
            <Button onClick={() => void openLibraryFolder()}>{say('settings.library.open')}</Button>
          </Kept>
          <Kept of="history" bytes={use.history} />
          <Kept of="backups" bytes={use.backups} />
          <Kept of="references" bytes={use.references} />
          {use.updates > 0 && <Kept of="updates" bytes={use.updates} />}
        </ul>
      </section>
    </>
  );
}

interface KeptProps {
  readonly of: Freeable | 'trash' | 'duplicates' | 'originals' | Exclude<keyof DiskUse, Freeable>;
  /** Null: not known. */
  readonly bytes: number | null;
  readonly children?: ReactNode;
}

/** Something on the disk: what it is, how much it is, and what can be done. */
function Kept({ of, bytes, children }: KeptProps) {
  const say = useWords();
  const formats = useFormats();
  return (
    <li className={styles.kept}>
      <div className={styles.keptWords}>
        <h3>{say(`statistics.space.${of}`)}</h3>
        <p className={textStyles.hint}>{say(`statistics.space.${of}-explained`)}</p>
      </div>
      <span className={styles.keptBytes}>{bytes === null ? '' : formats.bytes(bytes)}</span>
      <span className={styles.keptAction}>{children}</span>
    </li>
  );
}
