import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportCounts } from '../../shared/library/import.ts';
import { samplePicture } from './sample-pictures.ts';
import { pngWith } from '../unit/core/metadata/reading/build-files.ts';

/** The first bytes of 8 × 8 pixels as ImageMagick, libheif and libvips write them. */
const heads = {
  tiff: '49492a0088010000ffff00000000ffff00000000ffff00000000ffff00000000ffff00000000ffff',
  bmp: '424d4a010000000000008a0000007c00000008000000080000000100180000000000c00000000000',
  psd: '3842505300010000000000000003000000080000000800100003000000000000001c3842494d03ed',
  jp2: '0000000c6a5020200d0a870a00000014667479706a703220000000006a7032200000002d6a703268',
  heic: '0000001c6674797068656963000000006d696631686569636d696166000001406d65746100000000',
  jxl: 'ff0a4f0601100193610900800a9551c60d5ecef57cf9a1c362dac67586b6dab6000000001e40bf12',
} as const;

export const headOf = (type: keyof typeof heads): Buffer => Buffer.from(heads[type], 'hex');

const picture = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

/** Everything that a folder of many years has in it, by its path. */
const files: Readonly<Record<string, Buffer | string>> = {
  'fox.png': picture(1),
  '2019/owl.png': picture(2),
  '2019/the same again.png': picture(2),
  // Decomposed, as macOS wrote it, and composed.
  '2019/cafe\u0301.png': picture(3),
  '2019/caf\u00e9.png': picture(4),
  'phone/IMG_1.HEIC': headOf('heic'),
  'phone/IMG_2.heic': headOf('heic'),
  'phone/shared.jpg': headOf('heic'),
  'camera/DSC_1.NEF': headOf('tiff'),
  'camera/scan.tif': headOf('tiff'),
  'camera/scan.bmp': headOf('bmp'),
  'camera/retouched.psd': headOf('psd'),
  'camera/new.jxl': headOf('jxl'),
  'camera/clip.mp4': Buffer.from('\0\0\0\x18ftypisom\0\0\0\0'),
  // XMP with its picture, with a photo that Latent cannot show, and of a picture that is gone.
  'fox.png.xmp': '<x:xmpmeta/>',
  'camera/DSC_1.xmp': '<x:xmpmeta/>',
  'camera/gone.png.xmp': '<x:xmpmeta/>',
  'camera/notes.txt': 'notes',
  'camera/README': 'read me',
  // Without its end, which Chromium shows.
  'broken/cut.png': samplePicture('png').bytes.subarray(0, -20),
  // Not pictures, though they are called so.
  'broken/empty.png': '',
  'broken/page.jpg': '<html>Not found</html>',
  // Of other programs and of the system.
  'nas/@eaDir/fox.png/SYNOPHOTO_THUMB_XL.jpg': picture(100),
  'nas/#recycle/old.png': picture(101),
  '$RECYCLE.BIN/S-1-5-21/$R1.png': picture(102),
  '.Trash-1000/files/old.png': picture(103),
  'System Volume Information/old.png': picture(104),
  '__MACOSX/._fox.png': picture(105),
  'album/.dtrash/files/1.png': picture(106),
  '.thumbnails/normal/1.png': picture(107),
  '.stversions/old.png': picture(108),
  'Catalog Previews.lrdata/1/2.jpg': picture(109),
  'Photos Library.photoslibrary/originals/0/1.png': picture(110),
  '.stfolder/marker': '',
  '._fox.png': 'resource fork',
  '.DS_Store': 'x',
  'Thumbs.db': 'x',
  'arriving.png.part': picture(111).subarray(0, 30),
  // InvokeAI keeps a thumbnail of each picture. The other file of that folder may be a person's own.
  'invoke/images/a.png': picture(5),
  'invoke/images/b.png': picture(6),
  'invoke/images/thumbnails/a.webp': picture(112),
  'invoke/images/thumbnails/b.webp': picture(113),
  'invoke/images/thumbnails/cover.png': picture(7),
};

const expected: ImportCounts = {
  added: 8,
  incomplete: 1,
  duplicates: 1,
  inTrash: 0,
  skipped: 3,
  others: { HEIC: 3, NEF: 1, TIFF: 1, BMP: 1, PSD: 1, JXL: 1, MP4: 1, XMP: 1, TXT: 1, '': 1 },
  leftOut: { thumbnail: 2, 'thumbnail-folder': 3, 'trash-folder': 5, 'system-folder': 2, 'photo-library': 1, hidden: 1, 'system-file': 3, arriving: 1, sidecar: 1 },
};

/** Writes the folder. Returns what an import of it counts. Links, pipes and names that are no text are there if the system has them. */
export async function putMixedFolder(folder: string): Promise<ImportCounts> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  if (process.platform === 'win32') return expected;
  await symlink(folder, path.join(folder, '2019', 'around'));
  await symlink('/', path.join(folder, 'everything'));
  await symlink(path.join(folder, 'fox.png'), path.join(folder, 'linked.png'));
  await symlink(path.join(folder, 'nowhere'), path.join(folder, 'dangling.png'));
  spawnSync('mkfifo', [path.join(folder, 'pipe.png')]);
  const isLinux = process.platform === 'linux';
  if (isLinux) await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.png')]), picture(120));
  return { ...expected, skipped: expected.skipped + (isLinux ? 2 : 1), leftOut: { ...expected.leftOut, link: 4 } };
}
