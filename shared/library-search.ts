/** How far a search for missing pictures has come. */
export interface LookProgress {
  /** Rows and files looked at. */
  readonly checked: number;
  /** Pictures whose file was found again. */
  readonly found: number;
}

/** What came of a search for missing pictures. */
export interface LookResult {
  /** Kept pictures in all. */
  readonly pictures: number;
  readonly found: number;
  /** Pictures whose file is nowhere in the library folders. */
  readonly missing: number;
  /** Files and folders that could not be read. */
  readonly unreadable: number;
  /** Library folders that are not there, perhaps because their disk is not. */
  readonly unreachable: readonly string[];
}

/** The search for pictures whose files are not where they were. */
export interface LibrarySearch {
  /** Null while nothing is looked for. */
  readonly looking: LookProgress | null;
  /** How often a search came to its end: with each, files may be elsewhere. */
  readonly rounds: number;
  /** Null before the first; `failed`: it broke off. */
  readonly last: LookResult | 'failed' | null;
}
