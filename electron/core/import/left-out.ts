import path from 'node:path';
import type { LeftOutReason } from '../../../shared/library/import.ts';
import type { FolderEntry } from '../library/files/walk-folder.ts';

/**
 * The names of folders, in lower case, that do not contain a person's own pictures, from the lists of digiKam, Immich, PhotoPrism, Nextcloud, Syncthing
 * and the makers of NAS systems. Only names that nobody gives to a folder of their own. If one is wrong, its files stay where they are, and the summary
 * names the folder.
 */
const folders: Readonly<Record<string, LeftOutReason>> = {
  // Synology, QNAP, Linux desktops and Android, PhotoStructure, iTunes.
  '@eadir': 'thumbnail-folder',
  '@__thumb': 'thumbnail-folder',
  '.@__thumb': 'thumbnail-folder',
  '.thumbnails': 'thumbnail-folder',
  '.thumbs': 'thumbnail-folder',
  '.photostructure': 'thumbnail-folder',
  'ipod photo cache': 'thumbnail-folder',
  // Windows, Synology, QNAP, Linux, macOS, digiKam, Samba, Syncthing, Nextcloud.
  '$recycle.bin': 'trash-folder',
  recycler: 'trash-folder',
  '#recycle': 'trash-folder',
  '@recycle': 'trash-folder',
  '.trash': 'trash-folder',
  '.trashes': 'trash-folder',
  '.dtrash': 'trash-folder',
  '.recycle': 'trash-folder',
  '.stversions': 'trash-folder',
  files_trashbin: 'trash-folder',
  files_versions: 'trash-folder',
  // Windows, archives of macOS, Linux, snapshots and working files of NAS systems, packages of programs.
  'system volume information': 'system-folder',
  __macosx: 'system-folder',
  '.spotlight-v100': 'system-file',
  '.fseventsd': 'system-file',
  '.temporaryitems': 'system-file',
  '.documentrevisions-v100': 'system-file',
  'lost+found': 'system-folder',
  '#snapshot': 'system-folder',
  '@recently-snapshot': 'system-folder',
  '@tmp': 'system-folder',
  '@sharebin': 'system-folder',
  node_modules: 'system-folder',
  'iphoto library': 'photo-library',
};
/** Linux (`.Trash-1000`), Lightroom (`Previews.lrdata`), previews of Nextcloud, the libraries of Apple Photos, iPhoto, Aperture and Lightroom. */
const folderPatterns: readonly (readonly [RegExp, LeftOutReason])[] = [
  [/^\.trash-\d+$/, 'trash-folder'],
  [/\.lrdata$/, 'thumbnail-folder'],
  [/^appdata_[a-z0-9]{8,}$/, 'system-folder'],
  [/\.(?:photoslibrary|photolibrary|migratedphotolibrary|aplibrary|lrlibrary)$/, 'photo-library'],
];

/** Of Windows, macOS, KDE, Android and Picasa. */
const systemFiles: ReadonlySet<string> = new Set(
  ['thumbs.db', 'ehthumbs.db', 'ehthumbs_vista.db', 'desktop.ini', '.ds_store', '.localized', '.apdisk', 'icon\r', '.directory', '.nomedia', 'picasa.ini', '.picasa.ini'],
);
/** What macOS knows of `a.png` is in `._a.png` on the disks of other systems. */
const resourceFork = /^\._/;
/** Synology, and SwarmUI beside its animations. */
const thumbnailFile = /^syno(?:file|photo|video)_thumb|\.swarmpreview\.(?:jpg|webp)$/;
/** Of browsers, wget and Syncthing. */
const arriving = /\.(?:part|partial|filepart|crdownload|opdownload)$|^~syncthing~.*\.tmp$/;
/** Folders of Safari. */
const arrivingFolder = /\.[a-z0-9]+\.download$/;

/** Folders in which a program keeps a small copy of each picture in the folder around it. */
const thumbnailsOfPictures = /^\.?(?:thumbs?|thumbnails?)$/i;
/** In a library of Apple: the pictures of the person. All other folders have previews, faces and databases. */
const appleOriginals = /^(?:originals|masters)$/i;
const appleLibrary = /\.(?:photoslibrary|photolibrary|migratedphotolibrary|aplibrary)$/i;

function folderReason(name: string): LeftOutReason | null {
  return Object.hasOwn(folders, name) ? (folders[name] ?? null) : (folderPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? null);
}

/** Whether a chosen folder is thumbnails or trash, or is inside such a folder. Then a person wants these, and only hidden entries are left out. */
export function isChosenOnPurpose(source: string): boolean {
  return source.split(path.sep).some((name) => thumbnailsOfPictures.test(name) || !['photo-library', null].includes(folderReason(name.toLowerCase())));
}

/** Why the import leaves out an entry of a folder by its name, a folder with everything in it. Null: it does not. */
export function reasonByName({ name, kind, path: absolute }: FolderEntry, onPurpose: boolean): LeftOutReason | null {
  if (kind === 'link') return 'link';
  const folded = name.toLowerCase();
  if (kind === 'folder') {
    const known = onPurpose ? null : folderReason(folded);
    if (known !== null) return known;
    if (arrivingFolder.test(folded)) return 'arriving';
    if (appleLibrary.test(path.dirname(absolute)) && !appleOriginals.test(name)) return 'system-folder';
  } else {
    if (arriving.test(folded)) return 'arriving';
    if (systemFiles.has(folded) || resourceFork.test(name)) return 'system-file';
    if (!onPurpose && thumbnailFile.test(folded)) return 'thumbnail';
  }
  return name.startsWith('.') ? 'hidden' : null;
}

/**
 * The folder whose pictures have their thumbnails in this one: InvokeAI has `a.webp` of `images/2025/a.png` in `images/thumbnails/2025`. Null if it is
 * not named like such a folder. A person may have named it, so only files that are called like a picture there are left out (`isThumbnailOf`).
 */
export function folderOfThumbnails(folder: string, root: string): string | null {
  const names = path.relative(root, folder).split(path.sep);
  const at = names.findLastIndex((name) => thumbnailsOfPictures.test(name));
  return at < 0 ? null : path.join(root, ...names.slice(0, at), ...names.slice(at + 1));
}

/** The names that thumbnails of these files have, without their extensions: `a` or `a.png` for `a.png`. */
export function namesOfThumbnails(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].flatMap((name) => [name, path.parse(name).name]));
}

export function isThumbnailOf(name: string, thumbnails: ReadonlySet<string>): boolean {
  return thumbnails.has(path.parse(name).name);
}
