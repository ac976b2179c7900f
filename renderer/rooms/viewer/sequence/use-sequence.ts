import { useEffect, useState } from 'react';
import type { ImageId, TaskId } from '../../../../shared/task.ts';
import { cellCount, entryAt, indexOfImage } from '../../../stores/gallery/cells.ts';
import { useGallery, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { wantPictures } from '../../../stores/gallery/library-view.ts';
import { locate } from '../../../stores/gallery/locating.ts';
import { openViewer, useView } from '../../../stores/view-store.ts';
import { useHistory } from '../../../stores/history/history-store.ts';
import { beyondTask } from './history-neighbours.ts';
import { around, showIndex, showLast } from './jumps.ts';
import { showImage } from './show-image.ts';

/** A picture to go to. Its id is null until it is loaded. */
export interface Way {
  readonly id: ImageId | null;
  show(): void;
}

/** One picture of the sequence. */
export interface Frame extends Way {
  /** From 0. */
  readonly ordinal: number;
}

/** The pictures that the arrow keys go through. The filmstrip and "n of m" show the same ones in the same order. */
export interface Sequence {
  /** The position of the picture that is shown, from 0. Null while it is being located. */
  readonly ordinal: number | null;
  readonly count: number;
  /** False while main is counting, when there may be more. */
  readonly counted: boolean;
  /** The picture that is shown and its neighbours, in their order. */
  readonly frames: readonly Frame[];
  /** At the ends of a task of the history, the pictures of the row above or below. */
  readonly previous: Way | null;
  readonly next: Way | null;
  /** Shows a picture by its id, wherever it stands by now. */
  show(id: ImageId): void;
  showFirst(): void;
  showLast(): void;
}

/** The gallery's view. For a picture that is not in it, or that was opened from the history, the pictures of its task. */
export function useSequence(id: ImageId, taskId: TaskId | null, siblings: readonly ImageId[]): Sequence {
  const gallery = useGallery();
  const rows = useHistory(({ shown }) => shown.blocks);
  const fromHistory = useView(({ route }) => route === 'history');
  const index = useIndex(id, fromHistory);
  useEffect(() => {
    if (index !== null && index >= 0) wantPictures('viewer', [Math.max(index - around, 0), index + around]);
  }, [index, gallery.view]);
  useEffect(() => () => wantPictures('viewer', null), []);
  if (index === null) return { ...taskSequence(id, []), ordinal: null };
  if (index >= 0) return gallerySequence(gallery, index);
  const own = taskSequence(id, siblings);
  if (!fromHistory || taskId === null || own.ordinal === null) return own;
  return { ...own, previous: own.previous ?? beyondTask(rows, taskId, -1), next: own.next ?? beyondTask(rows, taskId, 1) };
}

function gallerySequence(gallery: GalleryState, index: number): Sequence {
  const count = cellCount(gallery);
  const first = Math.max(index - around, 0);
  const frames = Array.from({ length: Math.min(index + around + 1, count) - first }, (_, at): Frame => {
    const entry = entryAt(gallery, first + at);
    return { ordinal: first + at, id: entry?.kind === 'image' ? entry.imageId : null, show: () => showIndex(first + at) };
  });
  return {
    ordinal: index,
    count,
    counted: gallery.view.counted,
    frames,
    previous: frames[index - first - 1] ?? null,
    next: frames[index - first + 1] ?? null,
    show: showImage,
    showFirst: () => showIndex(0),
    showLast,
  };
}

function taskSequence(id: ImageId, siblings: readonly ImageId[]): Sequence {
  const frames = siblings.map((sibling, ordinal): Frame => ({ ordinal, id: sibling, show: () => openViewer(sibling) }));
  const at = siblings.indexOf(id);
  return {
    ordinal: at < 0 ? null : at,
    count: frames.length,
    counted: true,
    frames,
    previous: frames[at - 1] ?? null,
    next: at < 0 ? null : (frames[at + 1] ?? null),
    show: openViewer,
    showFirst: () => frames[0]?.show(),
    showLast: () => frames.at(-1)?.show(),
  };
}

/** Null while it is being located. -1: the picture is not in the view. If it is not loaded, main is asked. */
function useIndex(id: ImageId, fromHistory: boolean): number | null {
  const here = useGallery((gallery) => indexOfImage(gallery, id));
  const revision = useGallery(({ view }) => `${view.token} ${view.revision}`);
  const [found, setFound] = useState<{ readonly id: ImageId; readonly revision: string; readonly position: number } | null>(null);
  useEffect(() => {
    if (fromHistory || here >= 0) return;
    void locate(id).then((position) => position !== null && setFound({ id, revision, position }));
  }, [id, revision, here, fromHistory]);
  if (fromHistory) return -1;
  if (here >= 0) return here;
  return found?.id === id && found.revision === revision ? found.position : null;
}
