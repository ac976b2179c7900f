import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openViews } from '../../../electron/database/client/open-views.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { atLeast, atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { copyDatabase, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median, timed } from '../harness/measure.ts';

const everything = { search: '' } as const;

/** The first question to a connection that was just opened, as at a start: nothing of the file is in SQLite's cache. */
export const galleryOpen: Metric = async ({ runs, large, small, scratch, say }) => {
  const smallFile = await copyDatabase(await seededLibrary(small, say), path.join(scratch, 'gallery-small.db'));
  const largeFile = await copyDatabase(await seededLibrary(large, say), path.join(scratch, 'gallery-large.db'));
  const open = (file: string) => async (): Promise<number> => {
    const views = await openViews({ file, workerFile: databaseWorkerFile });
    const took = await timed(() => views.openGallery(everything));
    await views.close();
    return took;
  };
  const allRows = async (): Promise<number> => {
    const db = new DatabaseSync(largeFile, { readOnly: true });
    const took = await timed(() => db.prepare(`SELECT id, saved_at, width, height, favourite, rating FROM images WHERE status = 'kept' AND trashed_at IS NULL ORDER BY saved_at DESC`).all());
    db.close();
    return took;
  };
  const found = {
    ...(await interleaved({ small: open(smallFile), large: open(largeFile) }, runs)),
    // Apart, because its million objects are collected while the next side is measured.
    ...(await interleaved({ allRows }, runs)),
  };
  const ms = (values: readonly number[]) => ({ value: median(values), unit: 'ms' });
  return [
    ratioFinding('gallery-open', `database to first screenful, ${large} ÷ ${small}`, ms(found.large), { ...ms(found.small), name: `Latent with ${small}` }, atMost(1.2)),
    {
      metric: 'gallery-open',
      what: `first screenful of ${large}: how many times faster than loading all rows as objects`,
      ours: ms(found.large),
      peer: { ...ms(found.allRows), name: 'node:sqlite `.all()`' },
      value: { value: median(found.allRows) / median(found.large), unit: '× faster' },
      goal: atLeast(20),
    },
  ];
};
