/** Why this copy of Latent installs no command: it is gone once it ends, it is not where it stays, the system keeps it apart, or it runs from its source. */
export type NeverInstalled = 'portable' | 'not-in-place' | 'flatpak' | 'source';

/**
 * The command on the person's PATH. `by-system`: a package of the system put it there. `absent`: it can be installed as `place`. `installed`: Latent installed it; `onPath`:
 * new terminals find it. `foreign`: `place` is something that Latent did not make. `place` is a file, and on Windows the folder that is added to the PATH.
 */
export type CommandState =
  | { readonly is: 'by-system' | 'absent' | 'foreign'; readonly place: string }
  | { readonly is: 'installed'; readonly place: string; readonly onPath: boolean }
  | { readonly is: 'never'; readonly why: NeverInstalled };
