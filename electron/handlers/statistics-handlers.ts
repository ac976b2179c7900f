import { mkdir } from 'node:fs/promises';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function statisticsHandlers({ views, disk, desktop }: HandlerServices): HandlersOf<'statistics'> {
  return {
    'statistics:days': () => views.pictureDays(),
    'statistics:pictures': ({ year }) => views.statistics(year),
    'statistics:disk': () => disk.use(),
    'statistics:free': ({ what }) => disk.free(what),
    async 'statistics:open-quarantine'() {
      await mkdir(disk.quarantine, { recursive: true });
      await desktop.openFolder(disk.quarantine);
    },
  };
}
