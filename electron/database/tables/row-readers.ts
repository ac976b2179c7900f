import type { StoredImage } from '../../core/engine/task-store.ts';
import type { Image, TaskWithImages } from '../../../shared/task.ts';
import type { Report } from '../client/database-contract.ts';
import { imageSelection, rowToImage } from './pictures/image-rows.ts';
import type { Connection } from '../sqlite/statements.ts';
import { rowToTask } from './tasks/task-parsing.ts';
import type { Row } from './tasks/task-rows.ts';

/**
 * A row that does not parse is left out of lists and reported, because one damaged row must not hide all the others.
 * A caller that asks for a single task or image gets the error.
 */
export interface Readers {
  tasksWithImages(rows: readonly Row[]): readonly TaskWithImages[];
  images(taskRowIds: readonly number[]): ReadonlyMap<number, readonly StoredImage[]>;
  /** If `parse` throws, reports it and returns null. */
  orReport<T>(row: Row, parse: (row: Row) => T): T | null;
}

const imagesOfTasks = `SELECT ${imageSelection} FROM images WHERE images.task IN (SELECT value FROM json_each(?)) ORDER BY images.task, images.position`;

export function createReaders({ sql }: Connection, report: Report): Readers {
  const orReport: Readers['orReport'] = (row, parse) => {
    try {
      return parse(row);
    } catch (error) {
      const names = Object.entries(row).filter(([column]) => ['row_id', 'image_id', 'uuid'].includes(column));
      report(`A row was left out ${JSON.stringify(Object.fromEntries(names))}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };

  const images: Readers['images'] = (taskRowIds) => {
    const byTask = new Map<number, StoredImage[]>();
    for (const row of sql(imagesOfTasks).all(JSON.stringify(taskRowIds))) {
      const image = orReport(row, rowToImage);
      if (image === null) continue;
      const taskRowId = Number(row['row_id']);
      const siblings = byTask.get(taskRowId);
      if (siblings === undefined) byTask.set(taskRowId, [image]);
      else siblings.push(image);
    }
    return byTask;
  };

  return {
    orReport,
    images,
    tasksWithImages(rows) {
      const found = images(rows.map((row) => Number(row['row_id'])));
      const tasks: TaskWithImages[] = [];
      for (const row of rows) {
        const task = orReport(row, rowToTask);
        if (task !== null) tasks.push({ task, images: (found.get(Number(row['row_id'])) ?? []).map(withoutSource) });
      }
      return tasks;
    },
  };
}

/** Only the engine gets the addresses of pictures, because they may carry a signature. */
export function withoutSource({ source: _address, ...image }: StoredImage): Image {
  return image;
}
