import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { PeerCell } from './peer-cell.tsx';
import type { SheetProps } from './peer-cell.tsx';
import { spare } from './layout.ts';
import styles from './sheet.module.css';

export function TanstackSheet({ entries, layout }: SheetProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { width, height, columns, cell, gap, margin } = layout;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised, by hand or by a compiler
  const rows = useVirtualizer({
    count: Math.ceil(entries.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => cell + gap,
    overscan: Math.round(spare / (cell + gap)),
    paddingStart: margin,
    paddingEnd: margin - gap,
  });
  return (
    <div ref={scroller} role="grid" className={styles.scroller} style={{ width, height }}>
      <div className={styles.whole} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <div key={String(key)} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
            {entries.slice(index * columns, (index + 1) * columns).map((entry, column) => (
              <div key={entry.key} className={styles.item}>
                <PeerCell entry={entry} index={index * columns + column} layout={layout} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
