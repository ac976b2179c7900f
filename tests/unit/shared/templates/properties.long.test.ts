import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { largestCount, openTemplate, type Template } from '../../../../shared/templates/expand-template.ts';
import { createPicks } from '../../../../shared/templates/picks.ts';
import { isTemplate } from '../../../../shared/templates/is-template.ts';
import { readTemplate } from '../../../../shared/templates/read-template.ts';
import { createWildcards } from '../../../../shared/templates/wildcard-lists.ts';

const wildcards = createWildcards([
  { name: 'colours', values: ['red', 'blue', '{dark|light} green'].map((text) => ({ text, weight: 1 })) },
  { name: 'cats', values: [{ text: 'lion', weight: 3 }, { text: 'tiger', weight: 1 }] },
  { name: 'asks', values: [{ text: '${a:x} and ${b:{y|z}}', weight: 1 }] },
]);

const word = fc.constantFrom('ash', 'bay', 'cat', 'dew', '', 'a b', '100%');
/** Templates without faults. `~` and `@` are added where they do not change the number. */
const { node } = fc.letrec<{ node: string; variants: string; part: string }>((tie) => ({
  part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, word, fc.constantFrom('__colours__', '__cats__', '__c*__', '__asks(a=q)__', '${a}', '${b}', '${c:{m|n}}'), tie('variants')),
  variants: fc
    .tuple(
      fc.constantFrom('', '', '', '2$$', '1-2$$', '0-1$$ or $$', '2-$$', '-2$$|$$'),
      fc.array(fc.tuple(fc.constantFrom('', '', '0.5::', '3::'), tie('node')), { minLength: 2, maxLength: 3 }),
    )
    .map(([range, options]) => `{${range}${options.map(([weight, option]) => weight + option).join('|')}}`),
  node: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
}));
const templates = fc.tuple(fc.constantFrom('${a=p}${b={1|2}}', '${a=!{1|2|3}}${b=${a}}', '${a=__cats__}${b=!__colours__}'), node).map((parts) => parts.join(''));

const most = 1_000n;

describe('every template', () => {
  test('has as many combinations as are listed', () => {
    fc.assert(
      fc.property(templates, (text) => {
        const template = openTemplate(text, wildcards);
        expect(template.faults).toEqual([]);
        fc.pre(template.count <= most);
        expect(BigInt([...template.all(1)].length)).toBe(template.count);
      }),
      { numRuns: 300, seed: 15 },
    );
  });

  test('makes at random only what is among the combinations', () => {
    fc.assert(
      fc.property(templates, fc.integer(), (text, seed) => {
        const template = openTemplate(text, wildcards);
        fc.pre(template.count <= most);
        const all = new Set(template.all(1));
        for (const prompt of take(template.random(seed), 30)) expect(all).toContain(prompt);
      }),
      { numRuns: 200, seed: 15 },
    );
  });

  test('makes the same prompts from the same seed, and others from another', () => {
    fc.assert(
      fc.property(templates, fc.integer(), (text, seed) => {
        const first = take(openTemplate(text, wildcards).random(seed), 40);
        expect(take(openTemplate(text, wildcards).random(seed), 40)).toEqual(first);
        expect(take(openTemplate(text, wildcards).random(seed), 7)).toEqual(first.slice(0, 7));
        const again = openTemplate(text, wildcards);
        take(again.random(seed + 1), 3);
        expect(take(again.random(seed), 40)).toEqual(first);
      }),
      { numRuns: 100, seed: 15 },
    );
    const many = '{a|b|c|d|e|f|g|h} {a|b|c|d|e|f|g|h}';
    expect(take(openTemplate(many, wildcards).random(1), 20)).not.toEqual(take(openTemplate(many, wildcards).random(2), 20));
  });
});

describe('any text', () => {
  const characters = fc.string({ unit: fc.constantFrom('{', '}', '|', '$', '${', '%{', '__', '_', '#', '\n', ' ', ':', '::', '=', '=!', '?=', '(', ')', ',', '~', '@', '2$$', '1-', 'a', 'colours', '0.5', '…', '😀'), maxLength: 60 });

  test('is read without an exception, and its faults lie within it', () => {
    fc.assert(
      fc.property(characters, (text) => {
        const template = openTemplate(text, wildcards);
        isTemplate(text);
        for (const { at, length } of template.faults) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(length).toBeGreaterThan(0);
          expect(at + length).toBeLessThanOrEqual(text.length);
        }
        take(template.all(1), 3);
        take(template.random(1), 3);
      }),
      { numRuns: 5_000, seed: 15 },
    );
  });

  test('that has a fault after sound text has it at the same distance from that', () => {
    fc.assert(
      fc.property(node, characters, (sound, broken) => {
        const before = readTemplate(broken).faults;
        const after = readTemplate(`${sound}\n${broken}`).faults;
        expect(after.map(({ at, words }) => [at - sound.length - 1, words])).toEqual(before.map(({ at, words }) => [at, words]));
      }),
      { numRuns: 500, seed: 15 },
    );
  });
});

describe('large templates', () => {
  test.each<readonly [string, bigint]>([
    ['{0|1|2|3|4|5|6|7|8|9}'.repeat(9), 10n ** 9n],
    ['{0|1|2|3|4|5|6|7|8|9}'.repeat(1_000), 10n ** 1_000n],
    [`{100$$${Array.from({ length: 500 }, (_, at) => at).join('|')}}`, Array.from({ length: 100 }, (_, at) => BigInt(500 - at)).reduce((product, left) => product * left, 1n)],
    // Two of: "c", "d", and a thousand times the same pair. Two of the pair make 4; with one of the texts, 2, in 2 orders each; both texts, 2.
    [`{2$$${'{a|b}|c|'.repeat(1_000)}d}`, 4n + 2n * 2n * 2n + 2n],
    ['{a|b}'.repeat(6_400), 2n ** 6_400n],
  ])('number %# is counted at once, and its first prompts are there', (text, count) => {
    const started = performance.now();
    const template = openTemplate(text, wildcards);
    const first = take(template.all(1), 5);
    const atRandom = take(template.random(1), 5);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(first).toHaveLength(5);
    expect(atRandom).toHaveLength(5);
    expect(template.count).toBe(count);
  });

  test('any number above the largest is the largest', () => {
    const doubling = Array.from({ length: 40 }, (_, at) => `\${v${at}=\${v${at + 1}}\${v${at + 1}}}`).join('');
    expect(openTemplate(`${doubling}\${v40={a|b}}\${v0}`, wildcards).count).toBe(largestCount);
  });

  test.each([
    '{'.repeat(32_000),
    '{a|'.repeat(10_000),
    '__a'.repeat(10_000),
    '__a(x='.repeat(5_000),
    '${a='.repeat(8_000),
    '${a:'.repeat(8_000),
    '%{'.repeat(16_000),
    '__{a|'.repeat(6_400),
    '{1$$'.repeat(8_000),
    'a #\n'.repeat(8_000),
    `{${' '.repeat(31_000)}`,
    `{100$$${Array.from({ length: 300 }, (_, at) => `{${Array.from({ length: at + 1 }).join('a|')}b}`).join('|')}}`.slice(0, 32_000),
    `${Array.from({ length: 40 }, (_, at) => `\${v${at}=\${v${at + 1}}\${v${at + 1}}}`).join('')}\${v40={a|b}}\${v0}`,
  ])('number %# is read at once', (text) => {
    const started = performance.now();
    const template = openTemplate(text, wildcards);
    take(template.all(1), 1);
    take(template.random(1), 1);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('wildcards that multiply end with a fault, not with the end of the memory', () => {
    const lists = Array.from({ length: 40 }, (_, at) => ({
      name: `w${at}`,
      values: [{ text: `__w${at + 1}(x${at}={1|2})__ __w${at + 1}(x${at}={3|4})__`, weight: 1 }],
    }));
    const template = openTemplate('__w0__', createWildcards([...lists, { name: 'w40', values: [{ text: '${x1}', weight: 1 }] }]));
    expect(template.faults.map(({ words }) => words)).toEqual(['templates.fault.too-complex']);
  });

  test('200,000 values are counted and drawn from at once', () => {
    const large = createWildcards([{ name: 'large', values: Array.from({ length: 200_000 }, (_, at) => ({ text: `value ${at}`, weight: 1 })) }]);
    const started = performance.now();
    const template = openTemplate('{2$$__large__} __large__ ${x=!__large__}${x}', large);
    expect(template.count).toBe(200_000n * 199_999n * 200_000n * 200_000n);
    expect(take(template.all(1), 5)).toHaveLength(5);
    expect(take(template.random(1), 5)).toHaveLength(5);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('picks', () => {
  test('are as many as are counted, all different, in a list that any index opens', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ outcomes: fc.bigInt(1n, 3n), copies: fc.integer({ min: 1, max: 2 }) }), { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }), (kinds, least, more) => {
        const size = kinds.reduce((sum, { copies }) => sum + copies, 0);
        const picks = createPicks(kinds, Math.min(least, size), Math.min(least + more, size));
        const seen = new Set<string>();
        for (let index = 0n; index < picks.count; index += 1n) {
          const picked = picks.at(index);
          for (const { kind, outcome } of picked) {
            expect(outcome).toBeLessThan(kinds[kind]?.outcomes ?? 0n);
            expect(picked.filter((other) => other.kind === kind).length).toBeLessThanOrEqual(kinds[kind]?.copies ?? 0);
          }
          seen.add(picked.map(({ kind, outcome }) => `${kind}.${outcome}`).join());
        }
        expect(BigInt(seen.size)).toBe(picks.count);
      }),
      { numRuns: 200, seed: 15 },
    );
  });
});

describe('chance', () => {
  /** The sum of squared deviations from what the weights promise. Far below the limit for a fair choice, far above it for an unfair one. */
  function deviation(prompts: readonly string[], shares: Readonly<Record<string, number>>): number {
    const total = Object.values(shares).reduce((sum, share) => sum + share, 0);
    return Object.entries(shares).reduce((sum, [prompt, share]) => {
      const expected = (share / total) * prompts.length;
      return sum + (prompts.filter((made) => made === prompt).length - expected) ** 2 / expected;
    }, 0);
  }

  test.each<readonly [string, Readonly<Record<string, number>>]>([
    ['{0.7::red|0.3::blue}', { red: 7, blue: 3 }],
    ['{red|blue|green}', { red: 1, blue: 1, green: 1 }],
    ['{5::a|b|{c|d}}', { a: 5, b: 1, c: 0.5, d: 0.5 }],
    ['__cats__', { lion: 3, tiger: 1 }],
    ['{1-2$$a|b}', { a: 1, b: 1, 'a,b': 1, 'b,a': 1 }],
    ['{2$$2::a|b|c}', { 'a,b': 6, 'a,c': 6, 'b,a': 4, 'b,c': 2, 'c,a': 4, 'c,b': 2 }],
    ['{a|a|b}', { a: 2, b: 1 }],
    ['${x=!{a|b}}${x}${x}', { aa: 1, bb: 1 }],
    ['${x={a|b}}${x}${x}', { aa: 1, ab: 1, ba: 1, bb: 1 }],
  ])('%s follows its weights', (text, shares) => {
    const prompts = take(openTemplate(text, wildcards).random(2026), 6_000);
    expect(new Set(prompts)).toEqual(new Set(Object.keys(shares)));
    expect(deviation(prompts, shares)).toBeLessThan(20);
    expect(deviation(prompts, { ...shares, [Object.keys(shares)[0] ?? '']: 20 })).toBeGreaterThan(100);
  });

  test('a weight of 0 is never chosen', () => {
    expect(new Set(take(openTemplate('{0::a|b|0::c}', wildcards).random(1), 500))).toEqual(new Set(['b']));
  });

  test('the prompts of a seed stay the same for ever', () => {
    const made = (text: string): readonly string[] => take(openTemplate(text, wildcards).random(42), 6);
    expect(made('{a|b|c|d|e|f|g|h}')).toMatchInlineSnapshot(`
      [
        "h",
        "h",
        "a",
        "f",
        "a",
        "f",
      ]
    `);
    expect(made('{1-3$$0.5::a|2::b|c|d} {~x|y} {@m|n}')).toMatchInlineSnapshot(`
      [
        "b,c y m",
        "c,a,d y n",
        "c,b,d x m",
        "d y n",
        "b x m",
        "a,b x n",
      ]
    `);
    expect([...openTemplate('{1|2|3} {~a|b|c|d}', wildcards).all(7)]).toMatchInlineSnapshot(`
      [
        "1 d",
        "2 a",
        "3 d",
      ]
    `);
  });

  test('a cycle goes on from prompt to prompt', () => {
    expect(take(openTemplate('{@a|b} and {@c|d}', wildcards).random(3), 4)).toEqual(['a and c', 'b and d', 'a and c', 'b and d']);
    expect(take(openTemplate('{@2$$a|b|c}', wildcards).random(3), 4)).toEqual(['a,b', 'a,c', 'b,a', 'b,c']);
    expect(take(openTemplate('{@red|green {square|circle}}', wildcards).random(3), 4)).toEqual(['red', 'green square', 'red', 'green circle']);
  });
});

function take(prompts: ReturnType<Template['all']> | ReturnType<Template['random']>, number: number): readonly string[] {
  const taken: string[] = [];
  while (taken.length < number) {
    const next = prompts.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}
