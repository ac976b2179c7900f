import { useEffect } from 'react';
import type { ImageId, TaskId } from '../../../../shared/task.ts';
import { cellCount, entryAt, indexOfImage, useGallery, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { wantPictures } from '../../../stores/gallery/library-view.ts';
import { useShallow } from 'zustand/react/shallow';
import { matrixPictures, useMatrix } from '../../../stores/matrix/matrix-store.ts';
import { useHistory } from '../../../stores/tasks/history-store.ts';
import { useSelection } from '../../../stores/selection/selection-store.ts';
import { openViewer, showsHistory, useView } from '../../../stores/windows/view-store.ts';
import { beyondTask, showImage, showIndex, showLast, showWhenLoaded, type Way } from './show-picture.ts';

/** Neighbours on each side that are loaded: enough for the filmstrip of a wide window. */
const around = 48;

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
  /** Shows a picture by its id, at its current position. */
  show(id: ImageId): void;
  showFirst(): void;
  showLast(): void;
}

/** The pictures of the grid below, or the gallery's view. For a picture that is in neither, or that was opened from the history, the pictures of its task. */
export function useSequence(id: ImageId, taskId: TaskId | null, siblings: readonly ImageId[]): Sequence {
  const gallery = useGallery();
  const rows = useHistory(({ shown }) => shown.blocks);
  const fromHistory = useView(showsHistory);
  const index = useIndex(id);
  const inMatrix = useMatrixPictures();
  const cell = inMatrix.indexOf(id);
  useLoadedNeighbours(fromHistory || cell >= 0 ? null : index);
  useEffect(() => (fromHistory ? undefined : showWhenLoaded()), [fromHistory]);
  if (cell >= 0) {
    const wayTo = (picture: ImageId | undefined): Way => ({ id: picture ?? null, show: () => picture !== undefined && openViewer(picture) });
    const frames = framesOf(cell, inMatrix.length, (at) => wayTo(inMatrix[at]));
    return { ...frames, count: inMatrix.length, counted: true, show: openViewer, showFirst: wayTo(inMatrix[0]).show, showLast: wayTo(inMatrix.at(-1)).show };
  }
  if (!fromHistory && index !== null && index >= 0) {
    return { ...framesOf(index, cellCount(gallery), (at) => frameAt(gallery, at)), count: cellCount(gallery), counted: gallery.view.counted, show: showImage, showFirst: () => showIndex(0), showLast };
  }
  const frames = fromHistory || index !== null ? siblings.map((sibling, ordinal): Frame => ({ ordinal, id: sibling, show: () => openViewer(sibling) })) : [];
  const own = besideEachOther(frames, frames.find((frame) => frame.id === id)?.ordinal ?? null);
  const beyond = (step: 1 | -1): Way | null => (fromHistory && taskId !== null && own.ordinal !== null ? beyondTask(rows, taskId, step) : null);
  return {
    ...own,
    previous: own.previous ?? beyond(-1),
    next: own.next ?? beyond(1),
    count: frames.length,
    counted: true,
    show: fromHistory ? openViewer : showImage,
    showFirst: () => frames[0]?.show(),
    showLast: () => frames.at(-1)?.show(),
  };
}

function frameAt(gallery: GalleryState, index: number): Way {
  const entry = entryAt(gallery, index);
  return { id: entry?.kind === 'image' ? entry.imageId : null, show: () => showIndex(index) };
}

/** The frames around an ordinal out of `count`. Null: none are loaded yet. */
export function framesOf(ordinal: number | null, count: number, frameOf: (ordinal: number) => Way): Pick<Sequence, 'frames' | 'ordinal' | 'previous' | 'next'> {
  if (ordinal === null) return besideEachOther([], null);
  const first = Math.max(ordinal - around, 0);
  const frames = Array.from({ length: Math.min(ordinal + around + 1, count) - first }, (_, at): Frame => ({ ...frameOf(first + at), ordinal: first + at }));
  return besideEachOther(frames, ordinal);
}

function besideEachOther(frames: readonly Frame[], ordinal: number | null): Pick<Sequence, 'frames' | 'ordinal' | 'previous' | 'next'> {
  const at = (step: 1 | -1): Frame | null => (ordinal === null ? null : (frames.find((frame) => frame.ordinal === ordinal + step) ?? null));
  return { frames, ordinal, previous: at(-1), next: at(1) };
}

/** The pictures of the grid that the viewer lies over. */
function useMatrixPictures(): readonly ImageId[] {
  const open = useView(({ matrixOpen }) => matrixOpen);
  return useMatrix(useShallow((state) => (open ? matrixPictures(state) : [])));
}

/** The index of the picture in the gallery. Null while it is being located, -1 if it is not there. */
function useIndex(id: ImageId): number | null {
  const loaded = useGallery((gallery) => indexOfImage(gallery, id));
  const selected = useSelection(({ selection, index }) => (selection?.kind === 'image' && selection.imageId === id ? index : null));
  if (loaded >= 0 || selected === null) return loaded;
  return selected < 0 ? null : selected;
}

/** Loads the gallery around the picture that is shown or will be shown next. */
function useLoadedNeighbours(index: number | null): void {
  const blank = useSelection(({ selection, index: selected }) => (selection?.kind === 'blank' ? selected : null));
  const middle = index === null ? null : (blank ?? index);
  useEffect(() => {
    if (middle !== null && middle >= 0) wantPictures('viewer', [middle - around, middle + around]);
  }, [middle]);
  useEffect(() => () => wantPictures('viewer', null), []);
}
