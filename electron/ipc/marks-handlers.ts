import type { Marker } from '../core/marks/marker.ts';
import type { Trash } from '../core/marks/trash.ts';
import type { LibraryViews } from '../core/library/library-views.ts';
import type { MarkStore } from '../core/marks/mark-store.ts';
import type { HandlersOf } from './answer.ts';
import type { Desktop } from './desktop-port.ts';

export interface MarksHandlersInput {
  readonly marker: Marker;
  readonly trash: Pick<Trash, 'empty'>;
  readonly repository: Pick<MarkStore, 'imageMarks' | 'markSigns'>;
  readonly views: Pick<LibraryViews, 'tags' | 'inTrash'>;
  readonly desktop: Pick<Desktop, 'confirmEmptyTrash'>;
}

export function marksHandlers({ marker, trash, repository, views, desktop }: MarksHandlersInput): HandlersOf<'marks'> {
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
