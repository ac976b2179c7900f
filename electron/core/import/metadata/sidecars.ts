import { NotText, readText } from '../../../../shared/texts/text-reader.ts';

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

export type Role = 'alone' | 'read';

/** The sidecars in a folder. */
export interface Sidecars {
  /** Those of a picture, the most trusted first. */
  of(picture: string): readonly SidecarFile[];
  /** Whether a file is XMP for a file that is not in the folder, or for a picture that Latent shows. Null: neither. */
  roleOf(name: string): Role | null;
}

/** What follows the name of a picture without its extension. Lightroom, Bridge and XnView; A1111, Forge, SD.Next and Easy Diffusion; SwarmUI. */
const endings: readonly (readonly [ending: string, kind: Sidecar['kind']])[] = [
  ['.xmp', 'xmp'],
  ['.txt', 'settings'],
  ['.json', 'settings'],
  ['.swarm.json', 'settings'],
];
const sidecarName = /\.(?:xmp|txt|json)$/i;
const pictureName = /\.(?:png|jpe?g|jpe|jfif|webp|avif|gif)$/;
/** Of a second version in darktable: `fox_01.png.xmp`. */
const version = /_\d\d(?=\.[^.]*\.xmp$)/;

/**
 * Finds the sidecars among the names in a folder: `fox.png.xmp` of digiKam, darktable and Latent, then `fox.xmp` of Lightroom and others, then the
 * settings of a generator. Case does not matter, because Windows and macOS ignore it. Pictures of the same name, such as `fox.jpg` and `fox.png`, share
 * `fox.xmp`: most are two forms of one picture.
 */
export function sidecarsIn(names: readonly string[]): Sidecars {
  const sidecars = new Map(names.filter((name) => sidecarName.test(name)).map((name) => [fold(name), name] as const));
  const roles = rolesAmong([...sidecars.keys()].filter((name) => name.endsWith('.xmp')), names);
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

/** The roles of the XMP files, in lower case, that have one. Remembers none of the names, because there may be a million. */
function rolesAmong(xmp: readonly string[], names: readonly string[]): ReadonlyMap<string, Role> {
  const owners = new Set(xmp.flatMap(ownersOf));
  const [there, pictures] = [new Set<string>(), new Set<string>()];
  for (const name of owners.size === 0 ? [] : names) {
    const folded = fold(name);
    for (const key of sidecarName.test(folded) ? [] : [folded, stemOf(folded)]) {
      if (owners.has(key)) there.add(key);
      if (owners.has(key) && pictureName.test(folded)) pictures.add(key);
    }
  }
  const roleOf = (name: string): Role | null => (pictures.has(name.slice(0, -4)) ? 'read' : ownersOf(name).some((owner) => there.has(owner)) ? null : 'alone');
  return new Map(xmp.flatMap((name) => {
    const role = roleOf(name);
    return role === null ? [] : [[name, role] as const];
  }));
}

/** What the file of an XMP file may be called, with or without its extension. */
function ownersOf(xmp: string): readonly string[] {
  return [xmp, xmp.replace(version, '')].map((name) => name.slice(0, -4));
}

/** The text of a sidecar. Null if it is not certain. */
export function sidecarText(bytes: Uint8Array): string | null {
  try {
    return readText(bytes).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof NotText) return null;
    throw error;
  }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
