import type { MonthStatistics } from '../../../shared/library/statistics.ts';
import { useFormats, useWords, errorWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import colours from '../../ui/sheets/colour.module.css';
import columnStyles from '../../ui/sheets/column.module.css';
import tableStyles from '../../ui/sheets/table.module.css';
import { FreeSpace } from './free-space.tsx';
import { Bar } from './models-section.tsx';
import styles from './statistics.module.css';
import { useDiskUse, usePictureStatistics } from './use-statistics.ts';

/** What Latent keeps on the disk, what of it can be deleted, and what the originals of each month take. */
export function DiskSection() {
  const say = useWords();
  const pictures = usePictureStatistics(null);
  const disk = useDiskUse();
  const error = pictures.error ?? disk.error;
  return (
    <div className={columnStyles.content}>
      {error !== null && (
        <p className={colours.bad} role="alert">
          {say('statistics.failed', { reason: errorWords(say, error) })}
        </p>
      )}
      {disk.value !== null && pictures.value !== null && <FreeSpace use={disk.value} months={pictures.value.months} freed={disk.again} />}
      {pictures.value !== null && pictures.value.months.length > 0 && <Months months={pictures.value.months} />}
    </div>
  );
}

function Months({ months }: { readonly months: readonly MonthStatistics[] }) {
  const say = useWords();
  const formats = useFormats();
  const most = Math.max(1, ...months.map(({ bytes, trashedBytes }) => bytes + trashedBytes));
  const sum = (of: (month: MonthStatistics) => number): number => months.reduce((total, month) => total + of(month), 0);
  const trashed = sum((month) => month.trashedBytes);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{say('statistics.months')}</h2>
      <div className={tableStyles.scroller}>
        <table className={classes(tableStyles.table, styles.bars)} aria-label={say('statistics.months')}>
          <thead>
            <tr>
              <th scope="col">{say('statistics.month')}</th>
              <th scope="col" className={tableStyles.number}>
                {say('statistics.pictures')}
              </th>
              {trashed > 0 && (
                <th scope="col" className={tableStyles.number}>
                  {say('statistics.trashed-bytes')}
                </th>
              )}
              <th scope="col" className={tableStyles.number}>
                {say('statistics.bytes')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{say('statistics.share')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, pictures, bytes, trashedBytes }) => (
              <tr key={month}>
                <th scope="row" className={styles.name}>
                  {formats.month(Math.floor(month / 12), month % 12)}
                </th>
                <td className={tableStyles.number}>{formats.number(pictures)}</td>
                {trashed > 0 && <td className={tableStyles.number}>{trashedBytes > 0 ? formats.bytes(trashedBytes) : '–'}</td>}
                <td className={tableStyles.number}>{formats.bytes(bytes)}</td>
                <td className={styles.barCell}>
                  <Bar share={bytes / most} lesser={trashedBytes / most} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('statistics.sum')}</th>
              <td className={tableStyles.number}>{formats.number(sum((month) => month.pictures))}</td>
              {trashed > 0 && <td className={tableStyles.number}>{formats.bytes(trashed)}</td>}
              <td className={tableStyles.number}>{formats.bytes(sum((month) => month.bytes))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
