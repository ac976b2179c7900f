import { VirtuosoGrid } from 'react-virtuoso';
import { PeerCell } from './peer-cell.tsx';
import type { SheetProps } from './peer-cell.tsx';
import { spare } from './layout.ts';
import styles from './sheet.module.css';

export function VirtuosoSheet({ entries, layout }: SheetProps) {
  return (
    <VirtuosoGrid
      role="grid"
      style={{ width: layout.width, height: layout.height }}
      totalCount={entries.length}
      increaseViewportBy={spare}
      listClassName={styles.list}
      itemClassName={styles.item}
      context={{ entries, layout }}
      itemContent={cellAt}
    />
  );
}

function cellAt(index: number, _data: unknown, { entries, layout }: SheetProps) {
  return <PeerCell entry={entries[index]} index={index} layout={layout} />;
}
