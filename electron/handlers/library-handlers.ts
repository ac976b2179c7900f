import { folderNames } from '../core/library/library-folders.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function libraryHandlers({ views, engine, folders, changes, thumbnails }: HandlerServices): HandlersOf<'library'> {
  return {
    async 'library:open-gallery'(query) {
      // Read first, so that a change while the view is opened is sent again and not missed.
      const sequence = changes.sequence();
      const opened = await views.openGallery(query);
      return opened && { ...opened, sequence };
    },
    async 'library:open-history'(query) {
      const sequence = changes.sequence();
      const opened = await views.openHistory(query);
      return opened && { ...opened, first: engine.latest(opened.first), sequence };
    },
    'library:ready': ({ token }) => views.ready(token),
    'library:advance': ({ token, revision, ...wanted }) => views.advance({ token, revision }, wanted),
    async 'library:pictures'({ range, ...at }) {
      const pictures = await views.pictures(at, range);
      return pictures && { ...pictures, colours: await thumbnails.colours([...pictures.ids]) };
    },
    async 'library:tasks'({ range, ...at }) {
      const tasks = await views.tasks(at, range);
      return tasks && engine.latest(tasks);
    },
    'library:locate-picture': ({ imageId, ...at }) => views.locatePicture(at, imageId),
    'library:locate-tasks': ({ taskIds, ...at }) => views.locateTasks(at, taskIds),
    'library:folders': () => folderNames(folders.roots()),
    'library:group-labels': ({ groups, ...at }) => views.groupLabels(at, groups),
    'library:compared': () => views.compared(),
    'library:at-time': ({ time, ...at }) => views.atTime(at, time),
    'library:lesser-copies': ({ target }) => views.lesserCopies(target),
  };
}
