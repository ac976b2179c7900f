import { daysInTrash, labels, type Flag, type ImageMarks, type Label, type Mark } from '../../../shared/library/marks.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { albumOf } from '../../stores/library/albums-store.ts';
import { renamingInSearches } from '../../stores/library/rename-in-searches.ts';
import { lead } from '../../stores/selection/selection-store.ts';
import { returningTo, selectedBefore } from '../../stores/selection/return-to.ts';
import { acting, didAct, followedBy, rememberAct, type Act } from '../../stores/undo.ts';
import { useView } from '../../stores/windows/view-store.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { targetInput, type MarkTarget } from '../../stores/selection/mark-target.ts';

/** Callbacks for what follows a mark besides the message. */
interface MarkFollowUps {
  /** Called after a move into or out of the trash, and after each redo. */
  readonly taken?: () => void;
  /** Called after each undo. */
  readonly undone?: () => void;
}

/**
 * Marks pictures, and shows a message that offers to undo it. Undoing a move into or out of the trash leads back to the picture that keys acted
 * on. Resolves to false after an error, which a message has told.
 */
export function mark(target: SelectionTarget, what: Mark, followUps: MarkFollowUps = {}): Promise<boolean> {
  return acting(markNow(target, what, followUps));
}

async function markNow(target: SelectionTarget, what: Mark, { taken = () => {}, undone = () => {} }: MarkFollowUps): Promise<boolean> {
  const takes = what.kind === 'trash' || what.kind === 'restore';
  const imageId = takes ? shownOrLeading() : null;
  const before = imageId === null ? null : selectedBefore(imageId);
  const answer = await notifyIfFailed(bridge.marksSet({ target: targetInput(target), mark: what }));
  if (!answer.ok) return false;
  const { pictures, mark: set, token, failure } = answer.value;
  if (pictures === 0 && what.kind === 'trash') notify(currentWords()('marks.trashed-already', { days: daysInTrash }));
  if (token === null) return true;
  const say = currentWords();
  const step = stepOf(set);
  const values = { count: pictures, rating: set.kind === 'rating' ? set.rating : 0, tag: 'tag' in set ? set.tag : '', album: 'album' in set ? (albumOf(set.album)?.name ?? '') : '', label: set.kind === 'label' ? (set.label ?? '') : '' };
  const act = {
    name: say(`marks.do.${step}`, values),
    token,
    around: (run, direction) => {
      const running = (): ReturnType<typeof run> => followedBy(run(), direction === 'undo' ? undone : taken);
      return direction === 'undo' && before !== null ? returningTo(before, running) : running();
    },
  } satisfies Act;
  if (failure === null) didAct({ words: say(`marks.did.${step}`, values), ...act });
  else {
    rememberAct(act);
    notifyError(failure);
  }
  taken();
  return failure === null;
}

/** Replaces these tags by the tag `to` on all pictures and in saved searches, or removes them from the pictures if `to` is null. Shows a message that offers to undo it. */
export function retag(from: readonly string[], to: string | null): Promise<void> {
  return acting(retagNow(from, to));
}

async function retagNow(from: readonly string[], to: string | null): Promise<void> {
  const searches = to === null ? null : renamingInSearches('tag', from, to);
  const answer = await notifyIfFailed(bridge.marksRetag({ from: [...from], to, searches: [...(searches?.changes ?? [])] }));
  if (!answer.ok || answer.value.token === null) return;
  const { token, failure } = answer.value;
  if (failure !== null) notifyError(failure);
  await searches?.redo();
  const say = currentWords();
  const step = to === null ? 'deleted' : from.length > 1 ? 'merged' : 'renamed';
  const values = { tags: from.map((tag) => say('app.quoted', { text: tag })).join(', '), to: to ?? '', count: answer.value.pictures };
  didAct({
    words: say(`tags.did.${step}`, values),
    name: say(`tags.do.${step}`, values),
    token,
    around: (run, what) => followedBy(run(), searches?.[what]),
  });
}

/** The picture that keys act on: the one that the viewer shows, or the leading one of the selection. In a grid of a batch, which shows pictures that return by itself, there is none. */
function shownOrLeading(): ImageId | null {
  const { viewer, matrixOpen } = useView.getState();
  if (viewer === null && matrixOpen) return null;
  const leading = lead();
  return viewer ?? (leading?.kind === 'image' ? leading.imageId : null);
}

const done = { tag: 'tagged', untag: 'untagged', album: 'in-album', unalbum: 'out-of-album', trash: 'trashed', restore: 'restored' } as const;

/** The key of the words for what was done. */
function stepOf(what: Mark) {
  if (what.kind === 'favourite') return what.favourite ? 'favourite' : 'no-favourite';
  if (what.kind === 'rating') return what.rating === 0 ? 'unrated' : 'rated';
  if (what.kind === 'flag') return what.flag === null ? 'unflagged' : what.flag === 'pick' ? 'picked' : 'rejected';
  if (what.kind === 'label') return what.label === null ? 'unlabelled' : 'labelled';
  if (what.kind === 'note') return what.note === '' ? 'unnoted' : 'noted';
  return done[what.kind];
}

/** Makes pictures favourites, or favourites no longer. `leading`: the picture that decides which. Without one, they become favourites. */
export const toggleFavourite = (leading: ImageId | null, of: MarkTarget): Promise<void> =>
  toggle(leading, of, (marks) => ({ kind: 'favourite', favourite: marks?.favourite !== true }));

/** Picks or rejects pictures. If the leading picture already has the flag, removes it instead. */
export const toggleFlag = (flag: Flag, leading: ImageId | null, of: MarkTarget): Promise<void> => toggle(leading, of, (marks) => ({ kind: 'flag', flag: marks?.flag === flag ? null : flag }));

/** Labels pictures. If the leading picture already has the label, removes it instead. */
export const toggleLabel = (label: Label, leading: ImageId | null, of: MarkTarget): Promise<void> => toggle(leading, of, (marks) => ({ kind: 'label', label: marks?.label === label ? null : label }));

/** The label that a number key sets. */
export const labelOfKey = (key: string): Label => labels[Number(key) - firstLabelKey] ?? labels[0];

const firstLabelKey = 6;

/** Sets a mark that depends on the current marks of the leading picture. */
async function toggle(leading: ImageId | null, { target }: MarkTarget, what: (marks: ImageMarks | null) => Mark): Promise<void> {
  // Read the target first, because the selection may change while main answers.
  const meant = target();
  const marks = leading === null ? null : await notifyIfFailed(bridge.marksOf({ imageId: leading }));
  if (marks !== null && !marks.ok) return;
  await mark(meant, what(marks?.value ?? null));
}
