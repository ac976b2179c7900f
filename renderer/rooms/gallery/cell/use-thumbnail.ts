import { useState } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import type { ThumbnailLook } from '../../../../shared/thumbnail.ts';
import { useApp } from '../../../stores/app-store.ts';
import { lookAgain, useThumbnailLook } from '../../../stores/pictures/in-sight.ts';

/** Milliseconds. The picture is seen before the cell knows of it, and all that come meanwhile are drawn anew together. */
const patience = 100;

/** Times that an address is asked for again whose picture is not known to be broken. */
const mostTries = 3;

interface ThumbnailState {
  readonly state: 'loading' | 'shown' | 'broken';
  readonly look: ThumbnailLook | null;
  /** A new number is a new try. */
  readonly tries: number;
  readonly onShown: () => void;
  readonly onFailed: () => void;
}

/** How far a cell is with its thumbnail. */
export function useThumbnail(id: ImageId, absent: boolean): ThumbnailState {
  const look = useThumbnailLook(id);
  const [state, setState] = useState<ThumbnailState['state']>('loading');
  const [tries, setTries] = useState(0);
  // Any of these may mean that a thumbnail is to be had now.
  const hope = `${useApp((facts) => facts.librarySearch.rounds)} ${String(absent)} ${String(look?.broken)}`;
  const [lastHope, setLastHope] = useState(hope);
  if (lastHope !== hope) {
    setLastHope(hope);
    // That the file was missing may be old; the other reasons hold until somebody tries again.
    const mayBe = !look?.broken || look.broken === 'file-missing';
    if (state === 'broken' && !absent && mayBe) setState('loading');
  }

  const failed = async (): Promise<void> => {
    const now = await lookAgain(id);
    // It was given up because it had left the screen, and has come back since.
    if (now?.broken === null && tries < mostTries) setTries(tries + 1);
    else setState('broken');
  };
  return { state, look, tries, onShown: () => together(() => setState('shown')), onFailed: () => void failed() };
}

const waiting: (() => void)[] = [];

function together(act: () => void): void {
  waiting.push(act);
  if (waiting.length > 1) return;
  setTimeout(() => {
    for (const each of waiting.splice(0)) each();
  }, patience);
}
