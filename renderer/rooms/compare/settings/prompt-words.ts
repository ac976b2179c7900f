/** Part of a prompt. `differs`: at least one of the other prompts does not have it there. */
export interface PromptPart {
  readonly text: string;
  readonly differs: boolean;
}

/** The most words to match between the common beginning and end of prompts. If there are more, all of them count as different. */
const mostMatched = 1500;
/** Words to show on each side of a difference. */
const context = 5;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits each prompt into parts that are common to all and parts that differ. Shortens long common parts. Prompts without a common word stay whole. */
export function promptParts(prompts: readonly string[]): readonly (readonly PromptPart[])[] {
  const all = prompts.map((prompt) => tokensOf(prompt));
  const common = all.slice(1).reduce<readonly string[]>((before, tokens) => commonOf(before, tokens), all[0] ?? []);
  if (!common.some((token) => /[\p{L}\p{N}]/u.test(token))) return prompts.map((prompt) => [{ text: prompt.trim(), differs: false }]);
  return all.map((tokens) => shortened(runsOf(tokens, common)));
}

/** Words and punctuation, each with the white space before it. */
function tokensOf(prompt: string): readonly string[] {
  const tokens: string[] = [];
  let blank = '';
  for (const { segment } of words.segment(prompt.trim())) {
    if (segment.trim() === '') blank += segment;
    else {
      tokens.push(blank === '' ? segment : ` ${segment}`);
      blank = '';
    }
  }
  return tokens;
}

const same = (a: string | undefined, b: string | undefined): boolean => a !== undefined && b !== undefined && a.trim() === b.trim();

/** A longest common subsequence. */
function commonOf(a: readonly string[], b: readonly string[]): readonly string[] {
  let start = 0;
  while (start < a.length && same(a[start], b[start])) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && same(a.at(-1 - end), b.at(-1 - end))) end += 1;
  const before = a.slice(0, start);
  const after = a.slice(a.length - end);
  return [...before, ...commonMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)), ...after];
}

function commonMiddle(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0 || b.length === 0 || Math.max(a.length, b.length) > mostMatched) return [];
  const across = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * across);
  const at = (i: number, j: number): number => lengths[i * across + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) lengths[i * across + j] = same(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const found: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const token = a[i];
    if (token !== undefined && same(token, b[j])) {
      found.push(token);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}

/** The positions of a common subsequence in the tokens: its beginning as early as possible, and the rest as late as possible. */
function commonPlaces(tokens: readonly string[], common: readonly string[]): ReadonlySet<number> {
  const places = new Set<number>();
  let first = 0;
  while (first < common.length && same(tokens[first], common[first])) places.add(first++);
  let at = tokens.length - 1;
  for (let rest = common.length - 1; rest >= first; rest -= 1) {
    while (at >= first && !same(tokens[at], common[rest])) at -= 1;
    places.add(at--);
  }
  return places;
}

interface Run {
  readonly tokens: string[];
  readonly differs: boolean;
}

function runsOf(tokens: readonly string[], common: readonly string[]): readonly Run[] {
  const places = commonPlaces(tokens, common);
  const runs: Run[] = [];
  tokens.forEach((token, at) => {
    const differs = !places.has(at);
    const last = runs.at(-1);
    if (last?.differs === differs) last.tokens.push(token);
    else runs.push({ tokens: [token], differs });
  });
  return runs;
}

function shortened(runs: readonly Run[]): readonly PromptPart[] {
  return runs.map(({ tokens, differs }, at) => {
    const begin = at === 0 ? 0 : context;
    const end = at === runs.length - 1 ? 0 : context;
    const isLong = !differs && runs.length > 1 && tokens.length > begin + end + 2;
    const shown = isLong ? [...tokens.slice(0, begin), ' …', ...tokens.slice(tokens.length - end, tokens.length)] : tokens;
    const text = shown.join('');
    return { text: at === 0 ? text.trimStart() : text, differs };
  });
}
