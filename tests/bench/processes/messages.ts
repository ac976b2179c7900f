/** What the benchmarks' processes tell each other. */

export interface ServiceStats {
  readonly polls: number;
  /** Most connections open at once. */
  readonly connections: number;
  /** Queries that came sooner than three seconds after the same task's last. */
  readonly early: number;
  /** Gaps between two queries of one task into which a whole further query would have fit. */
  readonly skipped: number;
}

export type ServiceCommand = 'reset' | 'stats';

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
  /** Milliseconds by which queries began after they were due; empty for the peers. */
  readonly lateness: readonly number[];
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
