import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { MarkSigns } from '../../../renderer/parts/marks/mark-signs.tsx';
import cellStyles from '../../../renderer/rooms/gallery/cell/cell.module.css';
import { fit, cellPadding } from '../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import type { Entry } from '../../../renderer/stores/gallery/gallery-store.ts';
import { marksOf } from '../../../shared/library/marks.ts';
import type { PeerLayout } from './layout.ts';
import styles from './sheet.module.css';

export interface SheetProps {
  /** All of them, in memory. */
  readonly entries: readonly Entry[];
  readonly layout: PeerLayout;
}

/** A plain React cell that looks like a cell of the contact sheet. */
export function PeerCell({ entry, index, layout }: { readonly entry: Entry | undefined; readonly index: number; readonly layout: PeerLayout }) {
  if (entry?.kind !== 'image') return null;
  const side = layout.cell - 2 * cellPadding;
  return (
    <div role="gridcell" className={styles.cell} tabIndex={index === 0 ? 0 : -1} aria-label="Picture" aria-colindex={(index % layout.columns) + 1} data-image-id={entry.imageId}>
      <div className={cellStyles.picture} style={fit(entry.width, entry.height, { width: side, height: side })}>
        <img src={thumbnailAddress(entry.imageId)} alt="" draggable={false} decoding="async" className={cellStyles.image} />
        <MarkSigns {...marksOf(entry.marks)} onPicture />
      </div>
    </div>
  );
}
