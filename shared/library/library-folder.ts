/** What the window says about the folder for new pictures besides its path. */
export interface LibraryFolderFacts {
  /** Bytes free on its disk. Null: the disk does not say, or does not answer. */
  readonly free: number | null;
  /** Whether it has pictures of another Latent, or of an earlier profile, that the next start adds to the history. */
  readonly waits: boolean;
}
