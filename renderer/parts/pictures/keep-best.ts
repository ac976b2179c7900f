import type { LesserCopies, SelectionTarget } from '../../../shared/library/view.ts';
import { bridge } from '../../bridge.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { onePicture, targetInput, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { mark } from '../marks/mark-actions.ts';

/** Asks whether to move all but the top pictures of the selected sets of near copies to the trash. */
export async function keepBest(of: MarkTarget): Promise<void> {
  // A picture that is selected alone comes without its view, which knows its set.
  const { token, revision } = useGallery.getState().view;
  const imageIds = await ask('keep-best', lesserCopies({ ...of.target(), token, revision }));
  if (imageIds !== null) void mark({ ...onePicture(0).target(), imageIds }, { kind: 'trash' });
}

/** The pictures are fixed when the question is asked. */
async function lesserCopies(target: SelectionTarget): Promise<{ readonly copies: LesserCopies } | null> {
  const answer = await notifyIfFailed(bridge.libraryLesserCopies({ target: targetInput(target) }));
  if (!answer.ok) return null;
  const copies = answer.value;
  if (copies !== null && copies.unmarked.length + copies.marked.length > 0) return { copies };
  notify(currentWords()('similar.keep-best-nothing'));
  return null;
}
