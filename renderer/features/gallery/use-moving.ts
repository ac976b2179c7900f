import { useEffect, useState } from 'react';
import { freshOf } from '../../stores/cells.ts';
import type { GalleryState } from '../../stores/gallery-store.ts';

const glide = 260;

/** True for a moment after slots came or went: the others glide to their new places. */
export function useMoving(gallery: GalleryState): boolean {
  const [moving, setMoving] = useState(false);
  const { length } = freshOf(gallery);
  const [before, setBefore] = useState({ length, token: gallery.view.token });
  if (before.length !== length || before.token !== gallery.view.token) {
    setBefore({ length, token: gallery.view.token });
    setMoving(before.token === gallery.view.token);
  }
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => setMoving(false), glide);
    return () => clearTimeout(timer);
  }, [moving]);
  return moving;
}
