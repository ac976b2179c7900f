import type { DragEvent } from 'react';
import { mostCopied, mostDragged } from '../../../shared/export/export.ts';
import type { SelectionTarget } from '../../../shared/library/view.ts';
import { bridge } from '../../bridge.ts';
import { currentWords } from '../../words/words.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { appFacts } from '../../stores/app-store.ts';
import { beginDrag, dropDragged } from '../../stores/selection/dragged.ts';
import { targetInput, type MarkTarget } from '../../stores/selection/mark-target.ts';

/** Shows the first picture of each folder in the system's file manager, and says how many folders those are. */
export async function revealSelected(target: SelectionTarget): Promise<void> {
  const answer = await notifyIfFailed(bridge.exportReveal({ target: targetInput(target) }));
  if (!answer.ok) return;
  const { folders, more } = answer.value;
  if (more) notify(currentWords()('export.revealed-some', { folders }));
  else if (folders > 1) notify(currentWords()('export.revealed', { folders }));
}

/** Copies the files of pictures, which other programs and file managers paste, or their paths as text. */
export async function copyFiles(target: SelectionTarget, as: 'files' | 'paths'): Promise<void> {
  if (as === 'files' && !holdsFiles()) return;
  const answer = await notifyIfFailed(bridge.imagesCopyFiles({ target: targetInput(target), as }));
  if (!answer.ok) return;
  const say = currentWords();
  const { files, missing, more } = answer.value;
  const copied = say(`export.copied-${as}`, { count: files });
  if (more) notify(say('export.copied-first', { most: mostCopied }));
  else notify(missing > 0 ? say('export.copied-in-part', { copied, without: say('export.copied-without', { count: missing }) }) : copied);
}

/** Whether Latent can put files on the clipboard of this system. */
export const holdsFiles = (): boolean => appFacts().platform !== 'win32';

/** On `dragstart`: the system drags the files of these pictures, instead of the page dragging an element. */
export function dragOut(event: Pick<DragEvent, 'preventDefault'>, of: MarkTarget): void {
  event.preventDefault();
  beginDrag(of);
  followRelease();
  void dragFiles(of);
}

/**
 * Once the system's drag has begun, the page is not told of the button. If it is released sooner, main begins no drag: the pictures are dropped here, and the
 * press is no click.
 */
function followRelease(): void {
  const pressedAnew = new AbortController();
  const { signal } = pressedAnew;
  window.addEventListener('pointerup', dropDragged, { capture: true, once: true, signal });
  window.addEventListener('click', (event) => event.detail > 0 && event.stopPropagation(), { capture: true, signal });
  window.addEventListener('pointerdown', () => pressedAnew.abort(), { capture: true, signal });
}

async function dragFiles({ together, target }: MarkTarget): Promise<void> {
  const say = currentWords();
  // Shown first, because main may answer only when the drag has ended.
  if (together > mostDragged) notify(say('export.dragged-first', { most: mostDragged }));
  const answer = await notifyIfFailed(bridge.imagesDrag({ target: targetInput(target()) }));
  if (answer.ok && answer.value.missing > 0) notify(say('export.dragged-without', { count: answer.value.missing }));
}
