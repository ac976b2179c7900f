import { create } from 'zustand';
import type { LesserCopies } from '../../../shared/library/view.ts';
import { bridge } from '../../bridge.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { onePicture, targetInput, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { mark } from '../marks/mark-actions.ts';

/** What the person is asked about. The pictures are fixed when the question is asked. */
export const useKeepBest = create<{ readonly asked: LesserCopies | null }>(() => ({ asked: null }));

/** Asks whether to move all but the top pictures of the selected sets of near copies to the trash. */
export async function keepBest(of: MarkTarget): Promise<void> {
  // A picture that is selected alone comes without its view, which knows its set.
  const { token, revision } = useGallery.getState().view;
  const answer = await notifyIfFailed(bridge.libraryLesserCopies({ target: targetInput({ ...of.target(), token, revision }) }));
  if (!answer.ok) return;
  const asked = answer.value;
  if (asked !== null && asked.unmarked.length + asked.marked.length > 0) useKeepBest.setState({ asked });
  else notify(currentWords()('similar.keep-best-nothing'));
}

export const dropKeepBest = (): void => useKeepBest.setState({ asked: null });

export function trashLesser({ unmarked, marked }: LesserCopies, withMarked: boolean): void {
  const { target } = onePicture(0);
  void mark({ ...target(), imageIds: withMarked ? [...unmarked, ...marked] : unmarked }, { kind: 'trash' });
}
