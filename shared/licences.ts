/** A package that is part of Latent, and its notice. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** Its SPDX identifier, or what stands for it in the package. */
  readonly licence: string;
  /** The whole notice. Empty: the package has none besides its identifier. */
  readonly text: string;
}

/** The notices of everything in the app. */
export interface Licences {
  /** Latent's own. */
  readonly latent: string;
  readonly packages: readonly LicensedPackage[];
  /** Electron's own. Null: its file is not here. */
  readonly electron: string | null;
  /** Whether the file of Chromium is here. It is too large to be sent. */
  readonly hasChromium: boolean;
}
