/** The contact sheet's measures, in CSS pixels: a peer gets the same. */
export interface PeerLayout {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** Side of a cell. */
  readonly cell: number;
  /** Between two cells, and between a cell and the edge. */
  readonly gap: number;
  readonly margin: number;
}

/** Pixels beyond what is seen that are drawn as well, as in the contact sheet. */
export const spare = 320;
