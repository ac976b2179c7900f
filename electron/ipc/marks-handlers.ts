import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function marksHandlers({ marker, trash, repository, views, desktop }: HandlerServices): HandlersOf<'marks'> {
  return {
    'marks:set': ({ target, mark }) => marker.mark(target, mark),
    'marks:retag': ({ from, to }) => marker.retag(from, to),
    'marks:undo': ({ token }) => marker.undo(token),
    'marks:redo': ({ token }) => marker.redo(token),
    async 'marks:cancel'() {
      marker.cancel();
    },
    'marks:of': ({ imageId }) => repository.imageMarks(imageId),
    'marks:tags': () => views.tags(),
    'marks:in-trash': () => views.inTrash(),
    'marks:empty-trash': () => trash.empty(desktop.confirmEmptyTrash),
  };
}
