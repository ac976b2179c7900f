/** What the benchmarks' processes tell each other. */

export interface ServiceJob {
  /** Where the pictures of its tasks are, as `http://host:port`. Without it, at the service itself. */
  readonly pictureHost?: string;
}

export interface ServiceStats {
  readonly polls: number;
  /** Most connections open at once. */
  readonly connections: number;
  /** Queries that came sooner than three seconds after the same task's last. */
  readonly early: number;
  /** Gaps between two queries of one task into which a whole further query would have fit. */
  readonly skipped: number;
  /** Milliseconds by which each query was late, counted from the task's previous query plus the interval. Covers the time since the last message to the service. */
  readonly lateness: readonly number[];
}

/** `release`: the tasks `later-0`, `later-1` and so on are done one after the other, so many milliseconds apart. */
export type ServiceCommand = 'reset' | 'stats' | { readonly release: number };

export type PollKind = 'engine' | 'fetch' | 'replicate';

export interface PollJob {
  readonly kind: PollKind;
  readonly tasks: number;
  readonly url: string;
  /** A folder for the engine's database. */
  readonly folder: string;
}

/** From one `measure` to the next. */
export interface PollUse {
  /** Microseconds of all threads. */
  readonly cpu: number;
}

/** Another account, with tasks in flight at its service. */
export interface Neighbour {
  readonly url: string;
  readonly remoteIds: readonly string[];
}

export interface NeighboursJob {
  /** The service of the account that is measured. */
  readonly url: string;
  readonly neighbours: readonly Neighbour[];
  /** A folder for the engine's database and library. */
  readonly folder: string;
}

export interface DownloadJob {
  readonly urls: readonly string[];
  readonly baseUrl: string;
  readonly library: string;
}

export interface DownloadUse {
  readonly ms: number;
  /** Bytes, the most that was resident. */
  readonly peak: number;
}
