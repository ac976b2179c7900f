/** Progress of a search for missing pictures. */
export interface LookProgress {
  /** Rows and files looked at. */
  readonly checked: number;
  /** Pictures whose file was found again. */
  readonly found: number;
}

/** The result of a search for missing pictures. */
export interface LookResult {
  /** Kept pictures in all. */
  readonly pictures: number;
  readonly found: number;
  /** Pictures whose file is in none of the library folders. */
  readonly missing: number;
  /** Files and folders that could not be read. */
  readonly unreadable: number;
  /** Library folders that do not exist, perhaps because their disk is not connected. */
  readonly unreachable: readonly string[];
}

/** The search for pictures whose files were moved or deleted. */
export interface LibrarySearch {
  /** Null while no search runs. */
  readonly looking: LookProgress | null;
  /** Number of finished searches. Each may have changed where files are. */
  readonly rounds: number;
  /** Null before the first search. `failed`: it did not finish. */
  readonly last: LookResult | 'failed' | null;
}
