import type { Size } from '../../../parts/stage/zoom.ts';

/** Height of a pane below its picture, in CSS pixels, and the share of the pane that it takes at most. */
const captionHeight = 110;
const mostCaption = 0.4;

/**
 * How many columns show pictures largest, if all panes are equal.
 * @param room what the panes share
 * @param ratios width by height of each picture
 */
export function columnsFor(room: Size, ratios: readonly number[]): number {
  let best = 1;
  let most = -1;
  for (let columns = 1; columns <= ratios.length; columns += 1) {
    const width = room.width / columns;
    const pane = room.height / Math.ceil(ratios.length / columns);
    const height = pane - Math.min(captionHeight, pane * mostCaption);
    const shown = ratios.reduce((sum, ratio) => sum + Math.min(width, height * ratio) ** 2 / ratio, 0);
    if (shown > most * 1.001) {
      best = columns;
      most = shown;
    }
  }
  return best;
}

/** The pane that an arrow key leads to. The same one at the edges. */
export function paneBeside(at: number, key: string, columns: number, count: number): number {
  const next = at + ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0);
  // From the last full row, down leads to the last pane.
  if (key === 'ArrowDown' && next >= count && Math.floor(at / columns) < Math.floor((count - 1) / columns)) return count - 1;
  return next >= 0 && next < count ? next : at;
}
