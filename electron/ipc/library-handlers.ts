import { folderNames } from '../core/library/folder-names.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

const newestFirst = { by: 'created', descending: true } as const;

export function libraryHandlers({ views, folders, changes }: HandlerServices): HandlersOf<'library'> {
  return {
    async 'library:open-gallery'(query) {
      // Read first, so that a change while the view is opened is sent again and not missed.
      const sequence = changes.sequence();
      const opened = await views.openGallery({ ...query, sort: newestFirst });
      return opened && { ...opened, sequence };
    },
    async 'library:open-history'(query) {
      const sequence = changes.sequence();
      const opened = await views.openHistory(query);
      return opened && { ...opened, sequence };
    },
    'library:ready': ({ token }) => views.ready(token),
    'library:pictures': ({ token, range }) => views.pictures(token, range),
    'library:tasks': ({ token, range }) => views.tasks(token, range),
    'library:locate-picture': ({ token, imageId }) => views.locatePicture(token, imageId),
    'library:locate-task': ({ token, taskId }) => views.locateTask(token, taskId),
    'library:folders': () => folderNames(folders.roots()),
    'library:at-time': ({ token, time }) => views.atTime(token, time),
  };
}
