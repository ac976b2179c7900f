import path from 'node:path';
import type { ImageId } from '../../../shared/task.ts';
import { errorFacts } from '../../core/log/log.ts';
import { createAlbumMover } from '../../core/albums/album-mover.ts';
import { createMarker } from '../../core/marks/marker.ts';
import { createTrash, type Discard } from '../../core/marks/empty-trash.ts';
import type { AppContext } from './app-context.ts';
import type { DatabaseParts } from './build-database.ts';
import type { LibraryParts } from './build-library.ts';

export interface MarksInput extends Pick<DatabaseParts, 'repository' | 'views' | 'backups'> {
  readonly library: LibraryParts;
  readonly discard: Discard;
  /** Called when pictures have left the library. */
  readonly removed: (ids: readonly ImageId[]) => void;
}

/** Builds the marks, the order of albums, and the trash. */
export function buildMarks(context: AppContext, { repository, views, backups, library, discard, removed }: MarksInput) {
  const { userData, clock, log, changes } = context;
  const { folders, lease, journal } = library;
  let round = 0;
  const publish = (imageIds: readonly ImageId[] | null, moved: boolean): void => changes.publish({ kind: 'marks', round: (round += 1), imageIds, moved });
  const marked = (imageIds: readonly ImageId[] | null, moved: boolean): void => {
    publish(imageIds, moved);
    backups.changed();
  };
  const trash = createTrash({
    clock,
    timeFile: path.join(userData, 'trash-time.json'),
    repository,
    folders,
    lease,
    journal,
    discard,
    removed(ids, tasks) {
      publish(null, true);
      removed(ids);
      // Where one of these tasks is shown, it says that its pictures are gone.
      for (const id of tasks) repository.task(id).then((task) => task && changes.publish({ kind: 'task', task }), (error: unknown) => log.warn('library', 'a task could not be read', errorFacts(error)));
    },
    failed: (message, error) => log.warn('library', message, errorFacts(error)),
  });
  const marker = createMarker({ repository, views, clock: trash, trash, events: { marked, progress: (progress) => changes.publish({ kind: 'marking', progress }) } });
  const albumMover = createAlbumMover({ repository, views, moved: () => marked(null, true) });
  return { trash, marker, albumMover, resized: (ids: readonly ImageId[]): void => publish(ids, true) };
}
