import type { ImageId, Task } from '../../../shared/task.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { useSheetTarget } from '../../stores/selection/mark-target.ts';
import { copyFiles, revealSelected } from '../../parts/export/file-actions.ts';
import { exportSelected, makeContactSheet } from '../../parts/export/export-dialog-store.ts';
import { labelOfKey, mark, toggleFavourite, toggleFlag, toggleLabel } from '../../parts/marks/mark-actions.ts';
import { askForNote, askForTag } from '../../parts/marks/field-request.ts';
import { composeAgain, copyPicture, copyPrompt, copyTaskId, exportPicture, openPicture, openPictureWith, revealPicture } from '../../parts/pictures/image-actions.ts';
import { useMatrixKey } from '../../parts/pictures/matrix-item.tsx';
import { compareSelected } from '../../parts/pictures/compare-pictures.ts';
import { keepBest } from '../../parts/pictures/keep-best.ts';
import { showLike } from '../../parts/pictures/show-similar.ts';
import { referToPictures, useTakesPictures } from '../../stores/compose/compose-references.ts';
import { startCull } from '../../stores/cull/cull-store.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { offerToSaveTask } from '../../stores/prompts/prompts-dialog-store.ts';
import { selectedTasks } from '../../stores/selection/strip-selection.ts';
import { offersFor, takeOffer } from '../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../parts/tasks/task-report.ts';
import { tellNotRemoved } from '../../parts/tasks/tell-not-removed.ts';
import { descriptionOf, useDescription } from '../../stores/pictures/descriptions.ts';
import { selected, useSelected } from './selected-pictures.ts';

/** Keys that act on the selected picture or task. */
export function useEntryShortcuts(): void {
  useShortcut('copy-picture', () => onImage(copyPicture));
  useShortcut('like', () => onImage(showLike));
  useShortcut('reveal', () => onImage(revealPicture));
  useShortcut('export', () => onImage(exportPicture));
  useShortcut('open-outside', ({ repeat }) => repeat || onImage(openPicture));
  useShortcut('open-with', ({ repeat }) => repeat || onImage((id) => openPictureWith(id, { choose: false })));
  useShortcut('copy-prompt', () => onTask(copyPrompt));
  useShortcut('copy-id', () => onTask(copyTaskId));
  useShortcut('use-again', () => onTask(composeAgain));
  useShortcut('save-prompt-of', () => onTask((task, imageId) => offerToSaveTask(task, imageId)));
  useShortcut('ask', (event) => event.repeat || offered('ask'));
  const what = useSelected();
  const imageId = what.kind === 'image' ? what.imageId : null;
  const target = useSheetTarget();
  // The keys need its task.
  const info = useDescription(imageId);
  useMatrixKey('matrix', info?.task ?? null, imageId);
  // The same keys trash pictures, also those that are selected together with the tile.
  useShortcut('dismiss', (event) => event.repeat || offered('dismiss', 'withdraw'), what.kind === 'task' && target.together === 0);
  const some = imageId !== null || target.together > 0;
  useShortcut('favourite', () => void toggleFavourite(imageId, target), some);
  useShortcut('rate', ({ key }) => void mark(target.target(), { kind: 'rating', rating: Number(key) }), some);
  // A held key trashes only what was selected when it was pressed.
  useShortcut('dismiss', ({ repeat }) => void (repeat || mark(target.target(), { kind: 'trash' })), some);
  useShortcut('pick', ({ repeat }) => void (repeat || toggleFlag('pick', imageId, target)), some);
  useShortcut('reject', ({ repeat }) => void (repeat || toggleFlag('reject', imageId, target)), some);
  useShortcut('unflag', () => void mark(target.target(), { kind: 'flag', flag: null }), some);
  useShortcut('label', ({ key, repeat }) => void (repeat || toggleLabel(labelOfKey(key), imageId, target)), some);
  useShortcut('compare', ({ repeat }) => void (repeat || compareSelected()), some);
  useShortcut('tag', askForTag, some);
  useShortcut('cull', () => void startCull(target.together > 0 ? null : imageId));
  useShortcut('note', askForNote, some);
  const takesPictures = useTakesPictures();
  useShortcut('use-as-reference', ({ repeat }) => void (repeat || referToPictures(target.target())), some && takesPictures);
  const inSets = useGallery(({ view }) => view.arrangement.stack === 'copies');
  useShortcut('keep-best', ({ repeat }) => void (repeat || keepBest(target)), some && inSets);
  useShortcut('export', () => void exportSelected(target.target()), target.together > 0);
  useShortcut('copy-files', () => void copyFiles(target.target(), 'files'), some);
  useShortcut('copy-paths', () => void copyFiles(target.target(), 'paths'), some);
  useShortcut('contact-sheet', ({ repeat }) => void (repeat || makeContactSheet(target.target())), some);
  useShortcut('reveal', () => void revealSelected(target.target()), target.together > 0);
}

function onImage(act: (imageId: ImageId) => Promise<void> | void): void {
  const what = selected();
  if (what.kind === 'image') void act(what.imageId);
}

function onTask(act: (task: Task, imageId: ImageId | null) => Promise<void> | void): void {
  const what = selected();
  const task = what.kind === 'image' ? descriptionOf(what.imageId)?.task : what.kind === 'task' ? what.entry.task : null;
  if (task) void act(task, what.kind === 'image' ? what.imageId : null);
}

/** Does the first of these actions that applies to the selected tasks, to all of them. */
function offered(...actions: readonly TaskAction[]): void {
  const what = selected();
  if (what.kind !== 'task') return;
  const together = selectedTasks();
  const entries = together.length > 0 ? together : [what.entry];
  const offers = offersFor(entries);
  const offer = actions.map((action) => offers.find((other) => other.action === action)).find((found) => found !== undefined);
  if (offer) void takeOffer(offer);
  else if (actions.includes('withdraw')) tellNotRemoved(entries);
}
