/** Names one act that main can undo and redo. Main forgets the oldest acts, and all of them when it quits. */
export type UndoToken = string;
