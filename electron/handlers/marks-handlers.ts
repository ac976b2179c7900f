import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function marksHandlers({ marker, libraryActs, trash, repository, views, desktop }: HandlerServices): HandlersOf<'marks'> {
  return {
    'marks:set': ({ target, mark }) => marker.mark(target, mark),
    'marks:decide': ({ picked, rejected }) => marker.decide(picked, rejected),
    'marks:retag': ({ from, to, searches }) => libraryActs.retag(from, to, searches),
    async 'marks:cancel'() {
      marker.cancel();
    },
    'marks:of': ({ imageId }) => repository.imageMarks(imageId),
    'marks:tags': () => views.tags(),
    'marks:in-trash': () => views.inTrash(),
    'marks:empty-trash': () => trash.empty(desktop.confirmEmptyTrash),
  };
}
