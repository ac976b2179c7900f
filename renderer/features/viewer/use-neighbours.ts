import { useEffect, useState } from 'react';
import type { ImageId } from '../../../shared/task.ts';
import { entryAt, freshOf, indexBeside, indexOfImage } from '../../stores/cells.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { locate, wantPictures } from '../../stores/library-view.ts';

/** Where the viewer's picture stands in the gallery, and the ways on from there. */
interface Neighbours {
  /** Null while it is looked for, and where the picture is not in the gallery. */
  readonly index: number | null;
  /** Indices in the gallery; null beyond its ends. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly first: number | null;
}

/** Positions around the picture whose columns are held. */
export const around = 24;

export function useNeighbours(id: ImageId): Neighbours {
  const gallery = useGallery();
  const index = useIndex(id);
  const before = freshOf(gallery).length;
  useEffect(() => {
    if (index !== null) wantPictures('viewer', [Math.max(index - before - around, 0), Math.max(index - before + around, 0)]);
  }, [index, before, gallery.view]);
  useEffect(() => () => wantPictures('viewer', null), []);
  if (index === null) return { index, previous: null, next: null, first: null };
  return {
    index,
    previous: indexBeside(gallery, index, -1),
    next: indexBeside(gallery, index, 1),
    first: indexBeside(gallery, -1, 1),
  };
}

/** What is here knows at once; else main is asked, for the picture may be far from all that was seen. */
function useIndex(id: ImageId): number | null {
  const here = useGallery((gallery) => indexOfImage(gallery, id));
  const token = useGallery(({ view }) => view.token);
  const before = useGallery((gallery) => freshOf(gallery).length);
  const [found, setFound] = useState<{ readonly id: ImageId; readonly token: number; readonly position: number } | null>(null);
  useEffect(() => {
    if (here >= 0) return;
    void locate(id).then((position) => position !== null && setFound({ id, token, position }));
  }, [id, token, here]);
  if (here >= 0) return here;
  return found?.id === id && found.token === token && found.position >= 0 ? before + found.position : null;
}

/** The picture at an index, as far as it is here. */
export function useImageAt(index: number | null): ImageId | null {
  return useGallery((gallery) => {
    const entry = index === null ? null : entryAt(gallery, index);
    return entry?.kind === 'image' ? entry.imageId : null;
  });
}
