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
  /** Whether a file is XMP for a file that is not in the folder, or for a picture that Latent shows. Null: neither. */
  roleOf(name: string): 'alone' | 'read' | null;
}

/** What follows the name of a picture without its extension. Lightroom, Bridge and XnView; A1111, Forge, SD.Next and Easy Diffusion; SwarmUI. */
const endings: readonly (readonly [ending: string, kind: Sidecar['kind']])[] = [
  ['.xmp', 'xmp'],
  ['.txt', 'settings'],
  ['.json', 'settings'],
  ['.swarm.json', 'settings'],
];
const sidecarName = /\.(?:xmp|txt|json)$/;
const pictureName = /\.(?:png|jpe?g|jpe|jfif|webp|avif|gif)$/;
/** Of a second version in darktable: `fox_01.png.xmp`. */
const version = /_\d\d(?=\.[^.]*\.xmp$)/;

/**
 * Finds the sidecars among the names in a folder: `fox.png.xmp` of digiKam, darktable and Latent, then `fox.xmp` of Lightroom and others, then the
 * settings of a generator. Case does not matter, because Windows and macOS ignore it. Pictures of the same name, such as `fox.jpg` and `fox.png`, share
 * `fox.xmp`: most are two forms of one picture.
 */
export function sidecarsIn(names: Iterable<string>): Sidecars {
  const sidecars = new Map<string, string>();
  const [all, pictures] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    const folded = fold(name);
    if (sidecarName.test(folded)) sidecars.set(folded, name);
    else {
      all.add(folded).add(stemOf(folded));
      if (pictureName.test(folded)) pictures.add(folded).add(stemOf(folded));
    }
  }
  const isOfOne = (name: string, some: ReadonlySet<string>): boolean => [name, name.replace(version, '')].some((one) => some.has(one.slice(0, -4)));
  const xmp = [...sidecars.keys()].filter((name) => name.endsWith('.xmp'));
  const roleOf = (name: string): 'alone' | 'read' | null => (!isOfOne(name, all) ? 'alone' : pictures.has(name.slice(0, -4)) ? 'read' : null);
  const roles = new Map(xmp.map((name) => [name, roleOf(name)] as const));
  return {
    of(picture) {
      const folded = fold(picture);
      const candidates = [[`${folded}.xmp`, 'xmp'] as const, ...endings.map(([ending, kind]) => [stemOf(folded) + ending, kind] as const)];
      return candidates.flatMap(([candidate, kind]) => {
        const name = sidecars.get(candidate);
        return name === undefined ? [] : [{ kind, name }];
      });
    },
    roleOf: (name) => roles.get(fold(name)) ?? null,
  };
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
