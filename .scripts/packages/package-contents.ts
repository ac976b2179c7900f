/** What is packed, and its names. Paths are absolute. */
export interface PackageContents {
  /** A folder with the files as they are installed, from the root on. Everything in it belongs to the package. */
  readonly folder: string;
  readonly output: string;
  readonly name: string;
  readonly version: string;
  /** As electron-builder names it: amd64 or arm64, or aarch64 for rpm. */
  readonly architecture: string;
  readonly description: string;
  readonly maintainer: string;
  readonly vendor: string;
  readonly url: string;
  readonly license: string;
  readonly depends: readonly string[];
  /** Paths of scripts. */
  readonly afterInstall: string;
  readonly afterRemove: string;
}
