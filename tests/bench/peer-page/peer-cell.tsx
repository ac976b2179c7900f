import { Cell } from '../../../renderer/rooms/gallery/cell/cell.tsx';
import type { Entry } from '../../../renderer/stores/gallery/cells.ts';
import type { PeerLayout } from './layout.ts';

export interface SheetProps {
  /** All of them, in memory. */
  readonly entries: readonly Entry[];
  readonly layout: PeerLayout;
}

/** The contact sheet's own cell, at the place that the peer gives it. */
export function PeerCell({ entry, index, layout }: { readonly entry: Entry | undefined; readonly index: number; readonly layout: PeerLayout }) {
  if (!entry) return null;
  return <Cell entry={entry} index={index} column={index % layout.columns} width={layout.cell} height={layout.cell} x={0} y={0} selected={false} focused={false} tabStop={index === 0} />;
}
