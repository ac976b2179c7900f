import type { Channel } from '../../shared/ipc/schemas.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type MarksChannel = Extract<Channel, `marks:${string}`>;

export function marksHandlers({ marker, trash, repository, views, desktop }: Services): Pick<Handlers, MarksChannel> {
  return {
    'marks:set': ({ target, mark }) => marker.mark(target, mark),
    'marks:undo': () => marker.undo(),
    'marks:redo': () => marker.redo(),
    async 'marks:cancel'() {
      marker.cancel();
    },
    'marks:of': ({ imageId }) => repository.imageMarks(imageId),
    'marks:signs': ({ imageIds }) => repository.markSigns(imageIds),
    'marks:tags': () => views.tags(),
    'marks:in-trash': () => views.inTrash(),
    'marks:empty-trash': () => trash.empty(desktop.confirmEmptyTrash),
  };
}
