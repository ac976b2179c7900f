import type { Mark, MarkStep, SelectionTarget } from '../../../shared/library/marks.ts';
import type { Result } from '../../../shared/result.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { currentWords } from '../../stores/words.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { targetInput } from './mark-target.ts';

/** Marks pictures, and says in passing what was done and that it can be undone. Tells how many it changed. */
export async function mark(target: SelectionTarget, what: Mark): Promise<number> {
  const answer = await bridge.marksSet({ target: targetInput(target), mark: what });
  if (!answer.ok) {
    notifyError(answer.error);
    return 0;
  }
  const { pictures } = answer.value;
  if (pictures > 0) notify(stepWords(currentWords(), answer.value), { label: currentWords()('marks.undo'), run: () => void undo() });
  return pictures;
}

export async function undo(): Promise<void> {
  const say = currentWords();
  tell(await bridge.marksUndo(), { done: 'marks.undone', nothing: 'marks.nothing-to-undo', back: { label: say('marks.redo'), run: () => void redo() } });
}

export async function redo(): Promise<void> {
  const say = currentWords();
  tell(await bridge.marksRedo(), { done: 'marks.redone', nothing: 'marks.nothing-to-redo', back: { label: say('marks.undo'), run: () => void undo() } });
}

interface Telling {
  readonly done: 'marks.undone' | 'marks.redone';
  readonly nothing: 'marks.nothing-to-undo' | 'marks.nothing-to-redo';
  /** Takes the place of what was offered to be taken back before: that is done. */
  readonly back: { readonly label: string; readonly run: () => void };
}

function tell(answer: Result<MarkStep | null>, { done, nothing, back }: Telling): void {
  const say = currentWords();
  if (!answer.ok) notifyError(answer.error);
  else if (answer.value === null) notify(say(nothing));
  else notify(say(done, { step: stepWords(say, answer.value) }), back);
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
