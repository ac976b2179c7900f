import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../child.ts';
import { electronSwitches } from '../electron/find.ts';
import { ico, icns, type Drawing } from '../icons/containers.ts';
import { Sentence } from '../say.ts';
import withElectron from './with-electron.ts';

const resources = join(root, 'resources');
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Draws every icon file from resources/icon.svg, and that of the menu bar of macOS from tray-template.svg. macOS wants room around the shape, the others do not. */
export default async function icons(): Promise<number> {
  const svg = readFileSync(join(resources, 'icon.svg'), 'utf8');
  const roomy = await draw(svg);
  const tight = await draw(svg.replace('viewBox="0 0 1024 1024"', 'viewBox="88 88 848 848"'));
  writeFileSync(join(resources, 'icon.icns'), icns(roomy));
  writeFileSync(join(resources, 'icon.ico'), ico(tight.filter(({ size }) => size <= 256)));
  mkdirSync(join(resources, 'icons'), { recursive: true });
  mkdirSync(join(resources, 'tray'), { recursive: true });
  // macOS colours a template by itself, and takes the larger one on a screen of double density.
  const template = await draw(readFileSync(join(resources, 'tray-template.svg'), 'utf8'));
  const inTray: readonly (readonly [string, readonly Drawing[], number])[] = [
    ['tray.png', tight, 48],
    ['trayTemplate.png', template, 16],
    ['trayTemplate@2x.png', template, 32],
  ];
  for (const [name, drawings, wanted] of inTray) writeFileSync(join(resources, 'tray', name), drawings.find(({ size }) => size === wanted)?.png ?? '');
  writeFileSync(join(resources, 'tray/tray.ico'), ico(tight.filter(({ size }) => size <= 48)));
  for (const { size, png } of tight.filter((drawing) => drawing.size <= 512)) writeFileSync(join(resources, 'icons', `${size}x${size}.png`), png);
  return 0;
}

async function draw(svg: string): Promise<readonly Drawing[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latent-icons-'));
  try {
    const file = join(folder, 'icon.svg');
    writeFileSync(file, svg);
    const rasteriser = join(root, '.scripts/icons/rasterise.cjs');
    const code = await withElectron(['electron', ...electronSwitches(), rasteriser, file, folder, ...sizes.map(String)]);
    if (code !== 0) throw new Sentence('The icons could not be drawn.');
    return sizes.map((size) => ({ size, png: readFileSync(join(folder, `${size}x${size}.png`)) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
