import type { PictureFacts } from './picture-facts.ts';

/**
 * The text that Automatic1111 calls `parameters`, which most tools for generated pictures read. Its last line has at least three settings,
 * because readers otherwise take it as part of the prompt. Nothing is invented: if the service did not report the number of steps, none is written.
 */
export function a1111Text(facts: PictureFacts): string {
  const settings: readonly (readonly [name: string, value: string | null])[] = [
    ['Steps', facts.steps],
    ['Sampler', facts.sampler],
    ['CFG scale', facts.cfgScale],
    ['Seed', facts.seed],
    ['Size', `${facts.width}x${facts.height}`],
    ['Model', facts.model],
    ['Quality', facts.quality],
    ['Version', facts.software ?? facts.writtenBy],
  ];
  const stated = settings.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}: ${quoted(value)}`]));
  return [facts.prompt ?? '', ...(facts.negativePrompt === null ? [] : [`Negative prompt: ${facts.negativePrompt}`]), stated.join(', ')].join('\n');
}

/** Writes a value that contains a separator as a JSON string. */
function quoted(value: string): string {
  return /[,:\n"]/.test(value) ? JSON.stringify(value) : value;
}
