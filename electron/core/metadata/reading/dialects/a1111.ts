import { anyTime } from '../dates.ts';
import { endOfString } from './json.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf, sizeIn } from '../text.ts';

const negativeMark = 'Negative prompt:';
const settingNames = ['sampler', 'cfg scale', 'seed', 'size', 'model', 'model hash', 'schedule type'];
const maxPairs = 200;
/** The line of settings is near the end, but templates of prompts may follow it. */
const maxLines = 2000;

/**
 * Reads the text of Automatic1111, which Forge, SD.Next, Fooocus and Civitai write too: the prompt, a line that begins with "Negative prompt:", and
 * a line of settings that begins with "Steps:". Null if both lines are missing.
 */
export function readA1111(text: string): Finding | null {
  const lines = linesOf(text);
  const settingsAt = settingsLine(lines);
  const settings = settingsAt < 0 ? new Map<string, string>() : pairsIn(lines[settingsAt]?.trim() ?? '');
  const words = settingsAt < 0 ? lines : lines.slice(0, settingsAt);
  const negativeAt = words.findIndex((line) => line.trimStart().startsWith(negativeMark));
  if (settingsAt < 0 && negativeAt < 0) return null;
  const prompt = (negativeAt < 0 ? words : words.slice(0, negativeAt)).join('\n');
  const negative = negativeAt < 0 ? '' : words.slice(negativeAt).join('\n').trimStart().slice(negativeMark.length);
  const version = settings.get('version') ?? '';
  const isFooocus = version.startsWith('Fooocus');
  return {
    source: isFooocus ? 'fooocus' : 'a1111',
    // Fooocus first writes the prompt with its styles, and among the settings the prompt that the person typed.
    prompt: cleanText(settings.get('raw prompt')) ?? cleanText(prompt),
    negativePrompt: settings.has('raw prompt') ? cleanText(settings.get('raw negative prompt')) : cleanText(negative),
    model: cleanWord(settings.get('model')),
    size: sizeIn(settings.get('size')),
    seed: seedOf(settings.get('seed')),
    steps: countOf(settings.get('steps')),
    sampler: cleanWord(settings.get('sampler')),
    cfgScale: numberOf(settings.get('cfg scale')),
    createdAt: anyTime(settings.get('created date') ?? null),
    software: cleanWord(settings.get('app') ?? programOf(version)),
  };
}

/** SD.Next wrote bars between the settings in 2023, `prompt: ` before the prompt, and some settings on a line of their own. */
function linesOf(text: string): readonly string[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const barred = lines.findLastIndex((line) => /^Steps: \d{1,5} \| /.test(line));
  if (barred < 0) return lines;
  const before = lines.slice(0, barred);
  const own = /^Version: .*,\s*$/.test(before.at(-1) ?? '') ? (before.pop() ?? '') : '';
  const settings = [(lines[barred] ?? '').replaceAll(' | ', ', '), own].join(', ');
  return [...before.join('\n').replace(/^prompt: /, '').split('\n'), settings];
}

function programOf(version: string): string | null {
  if (/^f\d/.test(version)) return `Stable Diffusion WebUI Forge ${version}`;
  if (/^v\d/.test(version)) return `Stable Diffusion WebUI ${version}`;
  return /^[A-Z]/.test(version) ? version : null;
}

/** The last line of settings, because a prompt may contain a line that looks like one. -1 if there is none. */
function settingsLine(lines: readonly string[]): number {
  for (let at = lines.length - 1; at >= Math.max(lines.length - maxLines, 0); at -= 1) {
    const line = lines[at]?.trim() ?? '';
    if (!/^[A-Z][\w -]{0,40}: ?[^\s]/.test(line)) continue;
    const pairs = pairsIn(line);
    const known = settingNames.filter((name) => pairs.has(name)).length;
    if (/^\d{1,5}$/.test(pairs.get('steps') ?? '') ? known > 0 : known > 2) return at;
  }
  return -1;
}

/** Reads `Name: value, Name: "value, with commas", …`. Names become lower case, and the first value of a name counts. */
function pairsIn(line: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 0; at < line.length && pairs.size < maxPairs;) {
    const colon = line.indexOf(':', at);
    if (colon < 0) break;
    const before = line.slice(at, colon);
    const name = before
      .slice(before.lastIndexOf(',') + 1)
      .trim()
      .toLowerCase();
    const start = colon + 1 + (line[colon + 1] === ' ' ? 1 : 0);
    const end = endOfValue(line, start);
    if (name !== '' && !pairs.has(name)) pairs.set(name, valueOf(line.slice(start, end)));
    const next = line.indexOf(',', end);
    if (next < 0) break;
    at = next + 1;
  }
  return pairs;
}

/** A value is a JSON string, a list in brackets, or text up to the next comma. */
function endOfValue(line: string, start: number): number {
  const first = line[start] ?? '';
  if (first === '"') return endOfString(line, start);
  if (first !== '[' && first !== '{') {
    const comma = line.indexOf(',', start);
    return comma < 0 ? line.length : comma;
  }
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '"') at = endOfString(line, at) - 1;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return line.length;
}

function valueOf(written: string): string {
  if (!written.startsWith('"')) return written.trim();
  try {
    return String(JSON.parse(written));
  } catch {
    return written.replaceAll('"', '');
  }
}
