import type { Mark, MarkStep, SelectionTarget } from '../../../shared/library/marks.ts';
import type { Result } from '../../../shared/result.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { currentWords } from '../../stores/words.ts';
import { notify, notifyError } from '../../ui/toast.tsx';

export const onePicture = (imageId: ImageId): SelectionTarget => ({ token: null, ranges: [], imageIds: [imageId] });

/** Marks what is selected, and says in passing what was done and that it can be undone. */
export async function mark(target: SelectionTarget, what: Mark): Promise<void> {
  const { token, ranges, imageIds } = target;
  // Before the first view there are no positions.
  const input = { token: token === 0 ? null : token, ranges: ranges.map(([first, end]): [number, number] => [first, end]), imageIds: [...imageIds] };
  const answer = await bridge.marksSet({ target: input, mark: what });
  if (!answer.ok) return notifyError(answer.error);
  if (answer.value.pictures > 0) notify(stepWords(currentWords(), answer.value), { label: currentWords()('marks.undo'), run: () => void undo() });
}

export async function undo(): Promise<void> {
  tell(await bridge.marksUndo(), 'marks.undone', 'marks.nothing-to-undo');
}

export async function redo(): Promise<void> {
  tell(await bridge.marksRedo(), 'marks.redone', 'marks.nothing-to-redo');
}

function tell(answer: Result<MarkStep | null>, done: 'marks.undone' | 'marks.redone', nothing: 'marks.nothing-to-undo' | 'marks.nothing-to-redo'): void {
  const say = currentWords();
  if (!answer.ok) notifyError(answer.error);
  else notify(answer.value === null ? say(nothing) : say(done, { step: stepWords(say, answer.value) }));
}

/** `12 pictures rated 4`. */
function stepWords(say: Words, { mark: what, pictures: count }: MarkStep): string {
  switch (what.kind) {
    case 'favourite':
      return say(what.favourite ? 'marks.did.favourite' : 'marks.did.no-favourite', { count });
    case 'rating':
      return what.rating === 0 ? say('marks.did.unrated', { count }) : say('marks.did.rated', { count, rating: what.rating });
    case 'tag':
      return say('marks.did.tagged', { count, tag: what.tag });
    case 'untag':
      return say('marks.did.untagged', { count, tag: what.tag });
    case 'trash':
      return say('marks.did.trashed', { count });
    case 'restore':
      return say('marks.did.restored', { count });
  }
}
