/** Files that one drag carries: nobody drags more by hand, and the drag has to begin at once. */
export const mostDragged = 100;

/** Why a picture was not copied. `unreachable`: a library folder is out of reach; `name-refused`: the folder's disk takes no file of its name. */
export const leftOutReasons = ['missing', 'unreachable', 'unreadable', 'name-refused'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Copies of pictures that are saved in a folder, or what came of it. */
export interface ExportProgress {
  /** `stopped`: it goes on from there when a person says so. */
  readonly phase: 'running' | 'stopped' | 'ended';
  /** Why it stopped, unless a person stopped it. */
  readonly trouble: 'disk-full' | 'folder-unwritable' | 'failed' | null;
  /** Absolute path. */
  readonly folder: string;
  /** How many are meant, without those that have left the library since. */
  readonly pictures: number;
  /** Pictures dealt with: those of the three figures below. */
  readonly done: number;
  readonly copied: number;
  /** The folder had the same file already. */
  readonly there: number;
  readonly leftOut: number;
}

export interface LeftOutPicture {
  /** Below the library folder, with forward slashes. */
  readonly path: string;
  readonly reason: LeftOutReason;
}
