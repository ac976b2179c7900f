import type { CSSProperties } from 'react';
import type { ModelStatistics, PictureStatistics } from '../../../shared/library/statistics.ts';
import { nameAsValue } from '../../../shared/search/field/facets.ts';
import { showSearch } from '../../parts/albums/places.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import tableStyles from '../../ui/sheets/table.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './statistics.module.css';

interface ModelsSectionProps {
  readonly statistics: PictureStatistics;
  /** Null: all years. */
  readonly year: number | null;
}

/** How many pictures each model made, how many of them the person likes, and how long they took. */
export function ModelsSection({ statistics: { models, pictures, waits, mostMeasured }, year }: ModelsSectionProps) {
  const say = useWords();
  const formats = useFormats();
  const most = Math.max(1, ...models.map((model) => model.pictures));
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : formats.percent((100 * part) / whole));
  const show = ({ model }: ModelStatistics): void => showSearch(`model:${nameAsValue(model, false)} ${year === null ? '' : `on:${year} `}`);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{say('statistics.models')}</h2>
      <div className={tableStyles.scroller}>
        <table className={classes(tableStyles.table, styles.bars)} aria-label={say('statistics.models')}>
          <thead>
            <tr>
              <th scope="col">{say('statistics.model')}</th>
              <th scope="col" className={tableStyles.number}>
                {say('statistics.pictures')}
              </th>
              <th scope="col" colSpan={2}>
                {say('statistics.share')}
              </th>
              {(['statistics.liked', 'statistics.trashed', 'statistics.median', 'statistics.ninetieth'] as const).map((words) => (
                <th key={words} scope="col" className={tableStyles.number}>
                  {say(words)}
                </th>
              ))}
              <th scope="col">{say('statistics.spread')}</th>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={model.model}>
                <th scope="row" className={styles.name} dir="auto">
                  {model.model === '' ? (
                    say('statistics.no-model')
                  ) : (
                    <button type="button" className={styles.link} onClick={() => show(model)}>
                      {model.model}
                    </button>
                  )}
                </th>
                <td className={tableStyles.number}>{formats.number(model.pictures)}</td>
                <td className={tableStyles.number}>{share(model.pictures, pictures)}</td>
                <td className={styles.barCell}>
                  <Bar share={model.pictures / most} />
                </td>
                <td className={tableStyles.number}>{share(model.liked, model.pictures)}</td>
                <td className={tableStyles.number}>{share(model.trashed, model.pictures + model.trashed)}</td>
                <td className={tableStyles.number}>{model.waits === null ? '–' : formats.duration(model.waits.median)}</td>
                <td className={tableStyles.number}>{model.waits === null ? '–' : formats.duration(model.waits.ninetieth)}</td>
                <td>{model.waits !== null && <Spread spans={model.waits.spans} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={textStyles.hint}>
        {say('statistics.models-hint')}
        {waits !== null && pictures > mostMeasured && <> {say('statistics.sampled', { most: mostMeasured })}</>}
      </p>
    </section>
  );
}

/** A bar beside the number that it shows. */
export function Bar({ share, lesser = 0 }: { readonly share: number; readonly lesser?: number }) {
  return (
    <div className={styles.bar} aria-hidden>
      <span style={{ '--share': share } as CSSProperties} />
      {lesser > 0 && <span className={styles.lesser} style={{ '--share': lesser } as CSSProperties} />}
    </div>
  );
}

/** The spans of the times as small columns. The numbers of all models stand below. */
function Spread({ spans }: { readonly spans: readonly number[] }) {
  const most = Math.max(1, ...spans);
  return (
    <div className={styles.spread} aria-hidden>
      {spans.map((pictures, at) => (
        <span key={at} style={{ '--share': pictures / most } as CSSProperties} />
      ))}
    </div>
  );
}
