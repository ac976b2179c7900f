import { decodeEither } from './text.ts';

/** A file beside a picture that describes it, with its text. `settings`: what a generator writes beside its picture, as text or JSON. */
export interface Sidecar {
  readonly kind: 'xmp' | 'settings';
  readonly text: string;
}

/** A sidecar of a picture in a folder. */
export interface SidecarFile {
  readonly kind: Sidecar['kind'];
  readonly name: string;
}

/** The sidecars in a folder. */
export interface Sidecars {
  /** Those of a picture, the most trusted first. */
  of(picture: string): readonly SidecarFile[];
  /** Whether a file is XMP for a file that is not in the folder. */
  isAlone(name: string): boolean;
}

/** What follows the name of a picture without its extension. Lightroom, Bridge and XnView; A1111, Forge, SD.Next and Easy Diffusion; SwarmUI. */
const endings: readonly (readonly [ending: string, kind: Sidecar['kind']])[] = [
  ['.xmp', 'xmp'],
  ['.txt', 'settings'],
  ['.json', 'settings'],
  ['.swarm.json', 'settings'],
];
const sidecarName = /\.(?:xmp|txt|json)$/i;
/** Of a second version in darktable: `fox_01.png.xmp`. */
const version = /_\d\d(?=\.[^.]*\.xmp$)/;

/**
 * Finds the sidecars among the names in a folder: `fox.png.xmp` of digiKam, darktable and Latent, then `fox.xmp` of Lightroom and others, then the
 * settings of a generator. Case does not matter, because Windows and macOS ignore it. Pictures of the same name, such as `fox.jpg` and `fox.png`, share
 * `fox.xmp`: most are two forms of one picture.
 */
export function sidecarsIn(names: readonly string[]): Sidecars {
  const sidecars = new Map(names.filter((name) => sidecarName.test(name)).map((name) => [fold(name), name] as const));
  const alone = aloneAmong([...sidecars.keys()].filter((name) => name.endsWith('.xmp')), names);
  return {
    of(picture) {
      const folded = fold(picture);
      const candidates = [[`${folded}.xmp`, 'xmp'] as const, ...endings.map(([ending, kind]) => [stemOf(folded) + ending, kind] as const)];
      return candidates.flatMap(([candidate, kind]) => {
        const name = sidecars.get(candidate);
        return name === undefined ? [] : [{ kind, name }];
      });
    },
    isAlone: (name) => alone.has(fold(name)),
  };
}

/** Those of the XMP files, in lower case, whose files are not among the names. Remembers none of the names, because there may be a million. */
function aloneAmong(xmp: readonly string[], names: readonly string[]): ReadonlySet<string> {
  const owners = new Set(xmp.flatMap(ownersOf));
  const there = new Set<string>();
  if (owners.size === 0) return there;
  for (const name of names) {
    const folded = fold(name);
    if (!sidecarName.test(folded)) for (const key of [folded, stemOf(folded)]) if (owners.has(key)) there.add(key);
  }
  return new Set(xmp.filter((name) => !ownersOf(name).some((owner) => there.has(owner))));
}

/** What the file of an XMP file may be called, with or without its extension. */
function ownersOf(xmp: string): readonly string[] {
  return [xmp, xmp.replace(version, '')].map((name) => name.slice(0, -4));
}

/** The text of a sidecar. Windows writes UTF-16 too. */
export function sidecarText(bytes: Uint8Array): string {
  return decodeEither(bytes, false, true).replace(/^\uFEFF/, '');
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
