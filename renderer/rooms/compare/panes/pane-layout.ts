import type { Size } from '../../../parts/stage/zoom.ts';

/** Height of the area below a picture, in CSS pixels, and the largest share of the pane that it may take. */
const captionHeight = 110;
const mostCaption = 0.4;

/**
 * The number of columns that shows the pictures largest, with equal panes.
 * @param room the size that the panes share
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

/** Height of the bar and of the settings that are the same, in CSS pixels. */
const aroundPanes = 80;

/** Whether the panes of so many pictures have room for the area below each picture. The sizes of the pictures are not known yet. */
export function captionsFit({ width, height }: Size, count: number): boolean {
  const room = { width, height: height - aroundPanes };
  const rows = Math.ceil(count / columnsFor(room, Array.from({ length: count }, () => 1)));
  return (room.height / rows) * mostCaption >= captionHeight;
}

/** The pane that an arrow key leads to. At an edge, the pane itself. */
export function paneBeside(at: number, key: string, columns: number, count: number): number {
  const next = at + ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0);
  // Below the last full row, go to the last pane.
  if (key === 'ArrowDown' && next >= count && Math.floor(at / columns) < Math.floor((count - 1) / columns)) return count - 1;
  return next >= 0 && next < count ? next : at;
}
