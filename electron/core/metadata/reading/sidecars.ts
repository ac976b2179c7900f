import type { SidecarFault } from '../../../../shared/library/import.ts';
import { NotText, readText } from '../../../../shared/texts/text-reader.ts';
import { isWholeXml, parseXml } from './containers/xml.ts';
import { isJson } from './dialects/json.ts';
import { readSettingsFile } from './dialects/structured-text.ts';

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
  /** `read`: a sidecar of a picture that Latent shows. `alone`: XMP for a file that is not in the folder. Null: neither. */
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
  const of = (picture: string): readonly SidecarFile[] => {
    const folded = fold(picture);
    const candidates = [[`${folded}.xmp`, 'xmp'] as const, ...endings.map(([ending, kind]) => [stemOf(folded) + ending, kind] as const)];
    return candidates.flatMap(([candidate, kind]) => {
      const name = sidecars.get(candidate);
      return name === undefined ? [] : [{ kind, name }];
    });
  };
  const others = sidecars.size === 0 ? [] : names.filter((name) => !sidecarName.test(name));
  const read = new Set(others.filter((name) => pictureName.test(fold(name))).flatMap((name) => of(name).map((found) => found.name)));
  const alone = aloneAmong([...sidecars.keys()].filter((name) => name.endsWith('.xmp')), others);
  return { of, roleOf: (name) => (read.has(name) ? 'read' : alone.has(fold(name)) ? 'alone' : null) };
}

/** The XMP files, in lower case, whose files are not among the others. Remembers none of those names, because there may be a million. */
function aloneAmong(xmp: readonly string[], others: readonly string[]): ReadonlySet<string> {
  const owners = new Set(xmp.flatMap(ownersOf));
  const there = new Set<string>();
  for (const name of owners.size === 0 ? [] : others) {
    const folded = fold(name);
    for (const key of [folded, stemOf(folded)]) if (owners.has(key)) there.add(key);
  }
  return new Set(xmp.filter((name) => !ownersOf(name).some((owner) => there.has(owner))));
}

/** What the file of an XMP file may be called, with or without its extension. */
function ownersOf(xmp: string): readonly string[] {
  return [xmp, xmp.replace(version, '')].map((name) => name.slice(0, -4));
}

/** What a file beside a picture is. Only `read` brings something. `caption`: text that no generator wrote. Otherwise, why it was not read. */
export type SidecarState = 'read' | 'caption' | SidecarFault;

/** The text of a sidecar. Null if it is not certain. */
export function sidecarText(bytes: Uint8Array): string | null {
  try {
    return readText(bytes).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof NotText) return null;
    throw error;
  }
}

/** @param name decides what it should be: XMP, JSON or text */
export function sidecarState(name: string, text: string | null): SidecarState {
  if (text === null) return 'sidecar-not-text';
  if (/\.xmp$/i.test(name)) return parseXml(text) !== null && isWholeXml(text) ? 'read' : 'sidecar-broken';
  if (readSettingsFile(text) !== null) return 'read';
  return /\.json$/i.test(name) && !isJson(text) ? 'sidecar-broken' : 'caption';
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
