import type { Dir } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pictureToolIds, type FoundTool, type PictureTool } from '../../../shared/library/tool-import.ts';
import { folderOfThumbnails, reasonByName } from './left-out.ts';

/** Where the folders of programs are looked for. */
export interface ToolPlaces {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Where programs keep their own files: `%APPDATA%`, `~/Library/Application Support`, `~/.config`. */
  readonly appData: string;
  /** Such as `C:`. Empty: unknown, or another system than Windows. */
  readonly systemDrive: string;
}

/** Those of this computer. */
export function toolPlacesOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): ToolPlaces {
  const ofSystem = { win32: env['APPDATA'], darwin: path.join(home, 'Library', 'Application Support') }[platform as string];
  const appData = ofSystem ?? env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  return { platform, home, appData, systemDrive: platform === 'win32' ? (env['SystemDrive'] ?? '') : '' };
}

/** Below any of the places where people put such programs (`rootsOf`). The first that is there counts, and links to the same folder count once. */
const folders: Readonly<Record<PictureTool, readonly string[]>> = {
  // Cloned, the portable version of Windows, and the desktop app in the documents.
  comfyui: ['ComfyUI/output', 'ComfyUI_windows_portable/ComfyUI/output'],
  // `output` since version 1.8; a folder from before stays.
  a1111: ['stable-diffusion-webui/outputs', 'stable-diffusion-webui/output', 'sd.webui/webui/outputs', 'sd.webui/webui/output'],
  forge: ['stable-diffusion-webui-forge/outputs', 'stable-diffusion-webui-forge/output'],
  invokeai: ['invokeai/outputs/images', 'InvokeAI/outputs/images'],
  fooocus: ['Fooocus/outputs'],
  swarmui: ['SwarmUI/Output'],
  'easy-diffusion': ['Stable Diffusion UI'],
  // In `appData`.
  'stability-matrix': ['StabilityMatrix/Images', 'StabilityMatrix/Data/Images'],
};
// Draw Things and DiffusionBee keep theirs where macOS asks the person before another program may look, so neither is looked for.

function rootsOf(tool: PictureTool, { platform, home, appData, systemDrive }: ToolPlaces): readonly string[] {
  if (tool === 'stability-matrix') return [appData];
  // macOS would ask whether Latent may read the documents, before the person knows why.
  const documents = platform === 'darwin' ? [] : [pathsOf(platform).join(home, 'Documents')];
  return [home, ...documents, ...(platform === 'win32' && systemDrive !== '' ? [`${systemDrive}\\`] : [])];
}

const pathsOf = (platform: NodeJS.Platform): typeof path.posix => (platform === 'win32' ? path.win32 : path.posix);

/** Whether a path may be on another computer, as `\\server\share` is. Looking there could take minutes. */
const isRemote = (folder: string): boolean => /^(?:\\\\|\/\/)/.test(folder);

/** All folders in which a program may have its pictures, the likeliest first. Nothing is read for it. */
export function foldersOfTool(tool: PictureTool, places: ToolPlaces): readonly string[] {
  const { isAbsolute, join } = pathsOf(places.platform);
  return rootsOf(tool, places).filter((root) => isAbsolute(root) && !isRemote(root)).flatMap((root) => folders[tool].map((folder) => join(root, folder)));
}

/** The folders of a program that are there. */
export async function presentFolders(tool: PictureTool, places: ToolPlaces): Promise<readonly string[]> {
  const real = new Map<string, string>();
  for (const folder of foldersOfTool(tool, places)) {
    const at = await realpath(folder).catch(() => null);
    if (at !== null && !isRemote(at) && !real.has(at)) real.set(at, folder);
  }
  return [...real.values()];
}

/** So many pictures of a program are counted at most, and ten times as many names looked at. */
const mostCounted = 5_000;
const pictureName = /\.(?:png|jpe?g|webp|avif)$/i;

/** The programs that have pictures on this computer. Reads names alone. Ends early, without what is left, if the signal is aborted. */
export async function findTools(places: ToolPlaces, signal: AbortSignal): Promise<readonly FoundTool[]> {
  const found: FoundTool[] = [];
  for (const tool of pictureToolIds) {
    const count = { pictures: 0, names: 0, more: false };
    for (const folder of await presentFolders(tool, places)) await countIn(folder, folder, count, signal);
    if (count.pictures > 0) found.push({ tool, pictures: count.pictures, more: count.more });
    if (signal.aborted) break;
  }
  return found;
}

interface Count {
  pictures: number;
  names: number;
  more: boolean;
}

/** @param source the folder of the program that this one is in */
async function countIn(folder: string, source: string, count: Count, signal: AbortSignal): Promise<void> {
  // Small copies of pictures that are counted already.
  if (folderOfThumbnails(folder, source) !== null) return;
  let open: Dir;
  try {
    open = await opendir(folder);
  } catch {
    // Not there any more, or not allowed.
    return;
  }
  // Closes the folder, also if it is left early.
  for await (const entry of open) {
    count.names += 1;
    if (signal.aborted || count.pictures >= mostCounted || count.names > mostCounted * 10) {
      count.more = true;
      return;
    }
    const inside = path.join(folder, entry.name);
    const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other';
    if (reasonByName({ kind, name: entry.name, path: inside }, false) !== null) continue;
    if (kind === 'folder') await countIn(inside, source, count, signal);
    else if (kind === 'file' && pictureName.test(entry.name)) count.pictures += 1;
  }
}
