import { waitBounds, type Waits } from '../../../shared/library/statistics.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import tableStyles from '../../ui/sheets/table.module.css';
import { Bar } from './models-section.tsx';
import styles from './statistics.module.css';

/** How many pictures took how long, from the submission until they were saved. */
export function TimesSection({ waits }: { readonly waits: Waits }) {
  const say = useWords();
  const formats = useFormats();
  const most = Math.max(1, ...waits.spans);
  const bound = (at: number): string => formats.duration(1000 * (waitBounds[at] ?? 0));
  const words = (at: number): string => {
    if (at === 0) return say('statistics.span.first', { to: bound(0) });
    return at < waitBounds.length ? say('statistics.span.between', { from: bound(at - 1), to: bound(at) }) : say('statistics.span.last', { from: bound(at - 1) });
  };
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{say('statistics.times')}</h2>
      <table className={classes(tableStyles.table, styles.bars)} aria-label={say('statistics.times')}>
        <thead>
          <tr>
            <th scope="col">{say('statistics.span')}</th>
            <th scope="col" className={tableStyles.number}>
              {say('statistics.pictures')}
            </th>
            <th scope="col" colSpan={2}>
              {say('statistics.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {waits.spans.map((pictures, at) => (
            <tr key={at}>
              <th scope="row" className={styles.name}>
                {words(at)}
              </th>
              <td className={tableStyles.number}>{formats.number(pictures)}</td>
              <td className={tableStyles.number}>{formats.percent((100 * pictures) / waits.pictures)}</td>
              <td className={styles.barCell}>
                <Bar share={pictures / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
