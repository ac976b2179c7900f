import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { atLeast, atMost, plainFinding, ratioFinding, type Figure, type Finding, type Metric, type Unmeasured } from '../harness/figures.ts';
import { longestTask } from '../harness/frames.ts';
import { sheetIsThere, thumbnailsOf } from '../harness/in-page.ts';
import { interleaved, median, timed } from '../harness/measure.ts';
import { createPictureProfile, type PictureProfile } from '../harness/picture-profile.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { findProgram } from '../harness/programs.ts';
import { openWindow } from '../harness/window.ts';

/** As electron/core/thumbnails/thumbnail-maker.ts and renderer/decoder/decoder.ts have them. */
const side = 512;
const quality = 82;
/** Milliseconds: longer tasks are what browsers call long. */
const responsive = 50;

/** Pictures of 2048 × 2048 through the window that asks for them, main's queue and the hidden window that decodes. */
export const thumbnails: Metric = async ({ runs, scratch, say }) => {
  const profile = await createPictureProfile(path.join(scratch, 'thumbnails'), say);
  const output = path.join(scratch, 'thumbnails-of-peers');
  const lanes = lanesOf(profile.files, availableParallelism());
  const [vips, magick] = [findProgram(['vipsthumbnail'], 'vips', 'libvips-tools'), findProgram(['magick', 'convert-im6.q16', 'convert'], 'ImageMagick', 'imagemagick')];

  const made = async (page: DebuggedPage): Promise<number> => Number(await page.evaluate(thumbnailsOf(profile.ids)));
  const sides: Record<string, () => Promise<number>> = { latent: () => throughApp(profile, made) };
  const peer = (run: (files: readonly string[]) => Promise<unknown>) => async (): Promise<number> => {
    await rm(output, { recursive: true, force: true });
    await mkdir(output);
    return timed(() => Promise.all(lanes.map(run)));
  };
  if (vips !== null) sides['vips'] = peer((files) => finished(vips, ['--size', `${side}x${side}`, '-o', `${output}/%s.jpg[Q=${quality}]`, ...files]));
  if (magick !== null) sides['magick'] = peer((files) => oneByOne(files, (file) => finished(magick, [file, '-thumbnail', `${side}x${side}`, '-quality', String(quality), path.join(output, `${path.basename(file)}.jpg`)])));

  // The first round brings the files into the system's cache.
  for (const one of Object.values(sides)) await one();
  const found = await interleaved(sides, runs);
  // Apart, because gathering a trace is work too.
  const longest: number[] = [];
  for (let run = 0; run < Math.ceil(runs / 2); run += 1) longest.push(await throughApp(profile, async (page) => longestTask(await page.trace(() => made(page)))));
  const rate = (values: readonly number[] | undefined): Figure => ({ value: (1000 * profile.files.length) / median(values ?? []), unit: 'pictures/s' });
  const against = (name: string, words: string, goal: number, debianPackage: string): Finding | Unmeasured => {
    const what = `2048² PNG to ${side} px JPEG, ÷ ${words}`;
    if (sides[name] === undefined) return { metric: 'thumbnails', what, why: `${words} is not here: apt-get install ${debianPackage} brings it.` };
    return ratioFinding('thumbnails', what, rate(found['latent']), { ...rate(found[name]), name: `${words}, ${lanes.length} processes side by side` }, atLeast(goal));
  };
  return [
    against('vips', '`vipsthumbnail`', 1, 'libvips-tools'),
    against('magick', 'ImageMagick', 3.5, 'imagemagick'),
    plainFinding('thumbnails', 'longest task of the shown window meanwhile', { value: median(longest), unit: 'ms' }, atMost(responsive)),
  ];
};

/** A window that has just painted what it shows, and in which the thumbnails are measured then. */
async function throughApp(profile: PictureProfile, measure: (page: DebuggedPage) => Promise<number>): Promise<number> {
  await rm(path.join(profile.userData, 'thumbnails'), { recursive: true, force: true });
  const { page, close } = await openWindow('latent', profile.userData);
  try {
    await page.evaluate(sheetIsThere);
    // The hidden window is there afterwards, as it is while a person scrolls.
    await page.evaluate(thumbnailsOf(profile.warmUp));
    return await measure(page);
  } finally {
    await close();
  }
}

function lanesOf(files: readonly string[], count: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, lane) => files.filter((_file, index) => index % count === lane));
}

async function oneByOne(files: readonly string[], run: (file: string) => Promise<void>): Promise<void> {
  for (const file of files) await run(file);
}

async function finished(program: string, args: readonly string[]): Promise<void> {
  const [code] = (await once(spawn(program, args, { stdio: 'ignore' }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
