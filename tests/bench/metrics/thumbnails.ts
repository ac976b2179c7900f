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
import { findProgram } from '../harness/programs.ts';
import { openWindow } from '../harness/window.ts';

/** As electron/core/thumbnails/thumbnail-maker.ts and renderer/decoder/decoder.ts have them. */
const side = 512;
const quality = 82;
/** Milliseconds: longer tasks are what browsers call long. */
const responsive = 50;

interface Made {
  readonly ms: number;
  /** Milliseconds of the longest task of the shown window meanwhile. */
  readonly longest: number;
}

/** Pictures of 2048 × 2048 through the window that asks for them, main's queue and the hidden window that decodes. */
export const thumbnails: Metric = async ({ runs, scratch, say }) => {
  const profile = await createPictureProfile(path.join(scratch, 'thumbnails'), say);
  const output = path.join(scratch, 'thumbnails-of-peers');
  const lanes = lanesOf(profile.files, availableParallelism());
  const [vips, magick] = [findProgram(['vipsthumbnail'], 'vips', 'libvips-tools'), findProgram(['magick', 'convert-im6.q16', 'convert'], 'ImageMagick', 'imagemagick')];

  const sides: Record<string, () => Promise<Made>> = { latent: () => throughApp(profile) };
  const peer = (run: (files: readonly string[]) => Promise<unknown>) => async (): Promise<Made> => {
    await rm(output, { recursive: true, force: true });
    await mkdir(output);
    return { ms: await timed(() => Promise.all(lanes.map(run))), longest: 0 };
  };
  if (vips !== null) sides['vips'] = peer((files) => finished(vips, ['--size', `${side}x${side}`, '-o', `${output}/%s.webp[Q=${quality}]`, ...files]));
  if (magick !== null) sides['magick'] = peer((files) => oneByOne(files, (file) => finished(magick, [file, '-thumbnail', `${side}x${side}`, '-quality', String(quality), path.join(output, `${path.basename(file)}.webp`)])));

  // The first round brings the files into the system's cache.
  for (const one of Object.values(sides)) await one();
  const found = await interleaved(sides, runs);
  const rate = (values: readonly Made[] | undefined): Figure => ({ value: (1000 * profile.files.length) / median((values ?? []).map(({ ms }) => ms)), unit: 'pictures/s' });
  const against = (name: string, words: string, goal: number, debianPackage: string): Finding | Unmeasured => {
    const what = `2048² PNG to ${side} px WebP, ÷ ${words}`;
    if (sides[name] === undefined) return { metric: 'thumbnails', what, why: `${words} is not here: apt-get install ${debianPackage} brings it.` };
    return ratioFinding('thumbnails', what, rate(found['latent']), { ...rate(found[name]), name: `${words}, ${lanes.length} processes side by side` }, atLeast(goal));
  };
  return [
    against('vips', '`vipsthumbnail`', 1.5, 'libvips-tools'),
    against('magick', 'ImageMagick', 4, 'imagemagick'),
    plainFinding('thumbnails', 'longest task of the shown window meanwhile', { value: median((found['latent'] ?? []).map(({ longest }) => longest)), unit: 'ms' }, atMost(responsive)),
  ];
};

/** A window that has just painted what it shows, and then wants all of them at once. */
async function throughApp(profile: PictureProfile): Promise<Made> {
  await rm(path.join(profile.userData, 'thumbnails'), { recursive: true, force: true });
  const { page, close } = await openWindow('latent', profile.userData);
  try {
    await page.evaluate(sheetIsThere);
    // The hidden window is there afterwards, as it is while a person scrolls.
    await page.evaluate(thumbnailsOf(profile.warmUp));
    let ms = 0;
    const events = await page.trace(async () => {
      ms = Number(await page.evaluate(thumbnailsOf(profile.ids)));
    });
    return { ms, longest: longestTask(events) };
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
