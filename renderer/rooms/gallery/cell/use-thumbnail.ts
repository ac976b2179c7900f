import { useState } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import type { ThumbnailLook } from '../../../../shared/thumbnail.ts';
import { useApp } from '../../../stores/app-store.ts';
import { lookAgain, useThumbnailLook } from '../../../stores/pictures/in-sight.ts';

/** Milliseconds. The picture is seen before the cell knows of it, and all that come meanwhile are drawn anew together. */
const patience = 100;

/** How often an address is requested again if its picture is not known to be broken. */
const mostTries = 3;

interface ThumbnailState {
  readonly state: 'loading' | 'shown' | 'broken';
  readonly look: ThumbnailLook | null;
  /** A new number starts a new attempt. */
  readonly tries: number;
  readonly onShown: () => void;
  readonly onFailed: () => void;
}

/** The state of a cell's thumbnail. */
export function useThumbnail(id: ImageId, absent: boolean): ThumbnailState {
  const look = useThumbnailLook(id);
  const [state, setState] = useState<ThumbnailState['state']>('loading');
  const [tries, setTries] = useState(0);
  // After any of these, a thumbnail may be available.
  const hope = `${useApp((facts) => facts.librarySearch.rounds)} ${String(absent)} ${String(look?.broken)}`;
  const [lastHope, setLastHope] = useState(hope);
  if (lastHope !== hope) {
    setLastHope(hope);
    // The file may have come back. The other reasons hold until somebody tries again.
    const mayBe = !look?.broken || look.broken === 'file-missing';
    if (state === 'broken' && !absent && mayBe) setState('loading');
  }

  const failed = async (): Promise<void> => {
    const now = await lookAgain(id);
    // It was given up while it was off the screen, and is on the screen again.
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
