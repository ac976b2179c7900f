import { describe, expect, test } from 'vitest';
import { openTemplate, type Template } from '../../../../shared/templates/expand-template.ts';
import { isTemplate } from '../../../../shared/templates/is-template.ts';
import { createWildcards } from '../../../../shared/templates/wildcard-lists.ts';

const lists: Readonly<Record<string, readonly string[]>> = {
  season: ['summer', 'autumn', 'winter', 'spring'],
  fall: ['summer', '{autumn|fall}', 'winter'],
  flavours: ['chocolate', 'vanilla', 'strawberry'],
  people_of_the_world: ['__asia__', '__africa__'],
  asia: ['Thai', 'Lao'],
  africa: ['Basotho', 'Namibian', 'Zimbabwean'],
  'colours-cold': ['blue', 'green'],
  'colours-warm': ['red', 'yellow', 'green'],
  'artists/finnish': ['Edelfelt', 'Järnefelt'],
  'artists/dutch/old': ['Vermeer'],
  season_clothes: ['In ${season}, I wear ${season} shirts and ${season} trousers'],
  season_default: ['In ${season:summer}, I wear ${season:summer} shirts'],
  weighted: ['{2::red|3::blue|1::green}'],
  toys: ['# Usage: __toys(figure=elephant)__\n# Steps: 35\n\nSquishy ${figure} plush toy,\nsoft lighting'],
  keeps: ['${figure?=bear}the ${figure}'],
  replaces: ['${figure=bear}the ${figure}'],
};

const wildcards = createWildcards(Object.entries(lists).map(([name, values]) => ({ name, values: values.map((text) => ({ text, weight: 1 })) })));

const open = (text: string): Template => openTemplate(text, wildcards);

describe('all combinations', () => {
  const seasons = ['summer', 'autumn', 'winter', 'spring'];
  test.each<readonly [string, readonly string[]]>([
    // Variants
    ['{summer|autumn|winter|spring} is coming', seasons.map((season) => `${season} is coming`)],
    ['{0.5::summer|0.1::autumn|0.3::winter|0.1::spring}', seasons],
    ['{0.7::red|blue}', ['red', 'blue']],
    ['{.5::red|3.::blue}', ['red', 'blue']],
    ['{0::red|blue}', ['blue']],
    ['{0 ::red|blue}', ['0 ::red', 'blue']],
    ['{-1::red|blue}', ['-1::red', 'blue']],
    ['{red::1|blue}', ['red::1', 'blue']],
    ['{5:00|6:00} pm', ['5:00 pm', '6:00 pm']],
    ['{red}', ['red']],
    ['{|red|blue}', ['', 'red', 'blue']],
    ['{red||blue}', ['red', '', 'blue']],
    ['{|}', ['']],
    ['{red|red|blue}', ['red', 'blue']],
    ['a {very |}good cat', ['a very good cat', 'a good cat']],
    ['{ red | green }x', ['red x', 'green x']],
    ['{red\n|green\n}x', ['redx', 'greenx']],
    ['{new york|washing-ton!|änder}', ['new york', 'washing-ton!', 'änder']],
    ['{[a:b:0.5]|(c:1.2)}', ['[a:b:0.5]', '(c:1.2)']],
    ['a}b{c|d}', ['a}bc', 'a}bd']],
    ['{a|b}{c|d}', ['ac', 'ad', 'bc', 'bd']],
    ['{a|{b|c}}', ['a', 'b', 'c']],
    ['{a|b {c|d {e|f}}}', ['a', 'b c', 'b d e', 'b d f']],
    ['{|hot,}{|summer,}', ['', 'summer,', 'hot,', 'hot,summer,']],
    ['{a|b}{|b}', ['a', 'ab', 'b', 'bb']],
    ['{|a}{|a}', ['', 'a', 'a', 'aa']],
    // Several
    ['{2$$chocolate|vanilla}', ['chocolate,vanilla', 'vanilla,chocolate']],
    ['{2$$a|b|c}', ['a,b', 'a,c', 'b,a', 'b,c', 'c,a', 'c,b']],
    ['{2$$ and $$a|b}', ['a and b', 'b and a']],
    ['{2$$, $$a|b}', ['a, b', 'b, a']],
    ['{2$$|$$a|b}', ['a|b', 'b|a']],
    ['{2$$ $$a|b}', ['a b', 'b a']],
    ['{2$$$$a|b}', ['ab', 'ba']],
    ['{1-2$$ and $$a|b|c}', ['a', 'b', 'c', 'a and b', 'a and c', 'b and a', 'b and c', 'c and a', 'c and b']],
    ['{-2$$a|b}', ['a', 'b', 'a,b', 'b,a']],
    ['{-1$$a|b}', ['a', 'b']],
    ['{1-$$a|b}', ['a', 'b', 'a,b', 'b,a']],
    ['{2-$$a|b}', ['a,b', 'b,a']],
    ['{2-1$$a|b}', ['a', 'b', 'a,b', 'b,a']],
    ['{0-1$$a|b}', ['', 'a', 'b']],
    ['{0$$a|b}', ['']],
    ['{0$$a}', ['']],
    ['{1$$a|b}', ['a', 'b']],
    ['p{4$$a|b}', ['pa,b', 'pb,a']],
    ['{ 2$$ a| b}', ['a,b', 'b,a']],
    ['{~ 2 $$a}', ['a']],
    ['{2$$a|a|b}', ['a,b', 'b,a']],
    ['{2$$,a|b,}', ['a,b', 'b,,,a']],
    ['{2$$|a}', ['a', 'a']],
    ['{2$$a|{b|c}}', ['a,b', 'a,c', 'b,a', 'c,a']],
    ['{2$$a|{b|c}|d}', ['a,b', 'a,c', 'a,d', 'b,a', 'c,a', 'b,d', 'c,d', 'd,a', 'd,b', 'd,c']],
    ['{2$$a|b}{2$$c|d}', ['a,bc,d', 'a,bd,c', 'b,ac,d', 'b,ad,c']],
    ['({0$$a|b} {1$$c|d}),', ['( c),', '( d),']],
    ['{1$$A|{2$$ and $$X|Y}}', ['A', 'X and Y', 'Y and X']],
    // Wildcards
    ['__season__ is coming', [...seasons].sort().map((season) => `${season} is coming`)],
    ['__asia__ __asia__', ['Lao Lao', 'Lao Thai', 'Thai Lao', 'Thai Thai']],
    [',__asia__.', [',Lao.', ',Thai.']],
    ['{__asia__}', ['Lao', 'Thai']],
    ['{2$$__asia__}', ['Lao,Thai', 'Thai,Lao']],
    ['{2$$ and $$__asia__}', ['Lao and Thai', 'Thai and Lao']],
    ['{2-$$__asia__}', ['Lao,Thai', 'Thai,Lao']],
    ['{2$$__asia__|__asia__}', ['Lao,Lao', 'Lao,Thai', 'Thai,Lao', 'Thai,Thai']],
    ['{2$$__asia__|x}', ['Lao,x', 'Thai,x', 'x,Lao', 'x,Thai']],
    ['{__asia__|Thai}', ['Lao', 'Thai', 'Thai']],
    ['__fall__', ['summer', 'winter', 'autumn', 'fall']],
    ['__people_of_the_world__', ['Basotho', 'Namibian', 'Zimbabwean', 'Lao', 'Thai']],
    ['{2$$__people_of_the_world__}', ['Basotho', 'Namibian', 'Zimbabwean'].flatMap((a) => [`${a},Lao`, `${a},Thai`]).concat(['Lao', 'Thai'].flatMap((a) => ['Basotho', 'Namibian', 'Zimbabwean'].map((b) => `${a},${b}`)))],
    ['__weighted__', ['red', 'blue', 'green']],
    ['__colours*__', ['blue', 'green', 'red', 'yellow']],
    ['__colours-????__', ['blue', 'green', 'red', 'yellow']],
    ['__colours-[bc]*__', ['blue', 'green']],
    ['__colours-[!a-m]arm__', ['green', 'red', 'yellow']],
    ['__artists/**__', ['Edelfelt', 'Järnefelt', 'Vermeer']],
    ['__artists/*__', ['Edelfelt', 'Järnefelt', 'Vermeer']],
    ['__finnish__', ['Edelfelt', 'Järnefelt']],
    ['__dutch/old__', ['Vermeer']],
    ['__/artists\\finnish/__', ['Edelfelt', 'Järnefelt']],
    ['__{asia|artists/finnish}__', ['Lao', 'Thai', 'Edelfelt', 'Järnefelt']],
    ['__colours-${tone:cold}__', ['blue', 'green']],
    ['__${asia}__', ['Lao', 'Thai']],
    ['${tone=cold}__colours-${tone}__', ['blue', 'green']],
    ['${tone=!{cold|warm}}${tone}: __colours-${tone}__', ['cold: blue', 'cold: green', 'warm: green', 'warm: red', 'warm: yellow']],
    // Variables
    ['${animal=fox}${animal}', ['fox']],
    ['${animal=fox} the ${animal}', ['the fox']],
    ['${animal = fox}${ animal }', ['fox']],
    ['${animal=fox}${animal=dog}${animal}', ['dog']],
    ['${animal=fox}${animal?=dog}${animal}', ['fox']],
    ['${animal?=dog}${animal}', ['dog']],
    ['${animal} ${animal=fox}', ['fox']],
    ['${animal=}a${animal}b', ['ab']],
    ['${animal:dog}', ['dog']],
    ['${animal:{dog|cat}}', ['dog', 'cat']],
    ['${animal:}x', ['x']],
    ['${a-b_1=x}${a-b_1}', ['x']],
    ['${season=!{summer|autumn}}In ${season}, ${season} shirts', ['In summer, summer shirts', 'In autumn, autumn shirts']],
    ['${season=!__asia__}${season}/${season}', ['Lao/Lao', 'Thai/Thai']],
    ['${season = ! {a|b}}${season}${season}', ['aa', 'bb']],
    ['${season={a|b}}${season}${season}', ['aa', 'ab', 'ba', 'bb']],
    ['${a=!{1|2}}${b=!${a}{x|y}}${b}${a}', ['1x1', '1y1', '2x2', '2y2']],
    ['${a={1|2}}${b=${a}x}${b}', ['1x', '2x']],
    ['${a=!{1|2}}{${a}|${a}!}', ['1', '1!', '2', '2!']],
    ['__season_clothes(season=winter)__', ['In winter, I wear winter shirts and winter trousers']],
    ['__season_clothes(season= very cold )__', ['In very cold, I wear very cold shirts and very cold trousers']],
    ['__season_clothes( season=winter, other=x )__', ['In winter, I wear winter shirts and winter trousers']],
    ['${season=!{summer|winter}} __season_clothes__', ['summer', 'winter'].map((s) => `In ${s}, I wear ${s} shirts and ${s} trousers`)],
    ['__season_default__', ['In summer, I wear summer shirts']],
    ['__season_default(season={a|b})__', ['In a, I wear a shirts', 'In a, I wear b shirts', 'In b, I wear a shirts', 'In b, I wear b shirts']],
    ['{2$$__season_default(season=May)__}', ['In May, I wear May shirts']],
    ['__toys(figure=fox)__', ['Squishy fox plush toy,\nsoft lighting']],
    ['__keeps(figure=fox)__ __keeps__', ['the fox the bear']],
    ['${figure=fox}__replaces__ ${figure}', ['the bear fox']],
    // Whitespace and comments
    ['a # c\nb {x|y}', ['a\nb x', 'a\nb y']],
    ['# all of it\n{x|y}# end', ['x', 'y']],
    ['{\n  # 60%\n  0.6::A\n  |\n  # 40%\n  0.4::B\n}', ['A', 'B']],
    ['a,\n# left out\nb {x|y}', ['a,\nb x', 'a,\nb y']],
    ['see https://a.b/c {x|y} // d', ['see https://a.b/c x // d', 'see https://a.b/c y // d']],
    ['  two  spaces {x|y}\n', ['two  spaces x', 'two  spaces y']],
    [
      '    # Set the season variable\n    ${season={\n        summer\n\t|autumn\n\t# | fall    # commented this value out\n\t|winter\n\t|spring\n    }}\n\n   In ${season:summer}, I wear ${season:summer}',
      seasons.flatMap((a) => seasons.map((b) => `In ${a}, I wear ${b}`)),
    ],
    // Text that begins nothing
    ['100 % {x|y}', ['100 % x', '100 % y']],
    ['{$5|$10}', ['$5', '$10']],
    ['a __ b {x|y}', ['a __ b x', 'a __ b y']],
    ['____ {x|y}', ['____ x', '____ y']],
    ['{x|y} $$ 2', ['x $$ 2', 'y $$ 2']],
    // Samplers
    ['{red|green|blue} {@square|circle}', ['red square', 'green circle', 'blue square']],
    ['{@square|circle} {red|green|blue}', ['square red', 'circle green', 'square blue']],
    ['{1|2} {@a|b} and {@c|d}', ['1 a and c', '2 b and d']],
    ['A {@red|green} ball', ['A red ball']],
    ['{1|2|3} __@asia__', ['1 Lao', '2 Thai', '3 Lao']],
    ['A {red|{@green|blue}} {@ball|car}', ['A red ball', 'A green car']],
    ['{1|2|3|4} {@ball|{!car|bike}}', ['1 ball', '2 car', '3 ball', '4 bike']],
    ['{1|2|3|4} {@2$$a|b}', ['1 a,b', '2 b,a', '3 a,b', '4 b,a']],
    ['{!a|b}', ['a', 'b']],
    // Wrapping
    ['%{happy ... on a meadow$${fox|cow}}', ['happy fox on a meadow', 'happy cow on a meadow']],
    ['%{happy … on a meadow$$fox}', ['happy fox on a meadow']],
    ['%{happy $$fox}', ['happy fox']],
    ['%{... in jail$$fox}', ['fox in jail']],
    ['%{ {cool|hot} ...$${fox|cow}}', ['cool fox', 'cool cow', 'hot fox', 'hot cow']],
  ])('%s', (text, prompts) => {
    const template = open(text);
    expect(template.faults).toEqual([]);
    expect([...template.all(1)]).toEqual(prompts);
    expect(template.count).toBe(BigInt(prompts.length));
    expect(isTemplate(text)).toBe(true);
  });
});

describe('a prompt that is no template', () => {
  test.each(['hello world', 'I, love. punctuation', 'Test [low emphasis:0.4]', 'Unmatched } bracket', 'a # b\n  c', 'under_score', '50% of $5', 'a __ b __ c', 'fill ____ in', '{"scene": "a {b|c}"}', '[{"a": 1}]', '{}', ' {"a":\n1} ', 'one __side', '__a\nb__', ''])('%s', (text) => {
    expect(isTemplate(text)).toBe(false);
  });
});

describe('faults at their places', () => {
  const bad = createWildcards([
    { name: 'self', values: [{ text: 'a __self__', weight: 1 }] },
    { name: 'one', values: [{ text: '__two__', weight: 1 }] },
    { name: 'two', values: [{ text: '__o*__', weight: 1 }] },
    { name: 'broken', values: [{ text: 'fine', weight: 1 }, { text: 'a {b', weight: 1 }] },
    { name: 'through', values: [{ text: '__broken__', weight: 1 }] },
    { name: 'empty', values: [] },
    { name: 'off', values: [{ text: 'x', weight: 0 }] },
    { name: 'asks', values: [{ text: '${who}', weight: 1 }] },
  ]);
  /** The marked part of the template is where the fault is. */
  test.each<readonly [string, string, string | null]>([
    ['a «{»b|c', 'unclosed-brace', null],
    ['«{»a|{b|c}', 'unclosed-brace', null],
    ['«{»a|«{»b', 'unclosed-brace', null],
    ['«${»a=b', 'unclosed-brace', null],
    ['${a:x}«{»{a|b}#}', 'unclosed-brace', null],
    ['a «__»colour and {b|c}', 'unclosed-wildcard', null],
    ['{«__»a|b__}', 'unclosed-wildcard', null],
    ['a «__nope__» b', 'unknown-wildcard', null],
    ['«__nope__» and «__never__»', 'unknown-wildcard', null],
    ['{a|«__nope__»}', 'unknown-wildcard', null],
    ['{2$$«__nope__»}', 'unknown-wildcard', null],
    ['${x=«__nope__»}${x} ${x}', 'unknown-wildcard', null],
    ['{a|b} {~c|«__nope__»}', 'unknown-wildcard', null],
    ['«__../secret__»', 'unknown-wildcard', null],
    ['«__empty__»', 'empty-wildcard', null],
    ['«__off__»', 'no-weight', null],
    ['«__self__»', 'wildcard-in-itself', 'self'],
    ['x «__one__»', 'wildcard-in-itself', 'o*'],
    ['x «__broken__»', 'unclosed-brace', 'broken'],
    ['x «__through__» y «__broken__»', 'unclosed-brace', 'broken'],
    ['«__asks__»', 'not-set', 'asks'],
    ['__asks(who=I)__ «__asks__»', 'not-set', 'asks'],
    ['__asks«(who)»__', 'bad-parameter', null],
    ['__asks«()»__', 'bad-parameter', null],
    ['a «{}»', 'empty-variants', null],
    ['a «{ }» b', 'empty-variants', null],
    ['«{2$$}»', 'empty-variants', null],
    ['{a|«{}»}', 'empty-variants', null],
    ['«{0::a|0::b}»', 'no-weight', null],
    ['{x«$$»a|b}', 'bad-range', null],
    ['{«$$»a|b}', 'bad-range', null],
    ['{1.5«$$»a|b}', 'bad-range', null],
    ['{1,2«$$»a|b}', 'bad-range', null],
    ['{2$$ $ «$$»a|b}', 'bad-range', null],
    ['{«101$$»a|b}', 'range-too-large', null],
    ['a «${1a}»', 'bad-variable', null],
    ['a «${}»', 'bad-variable', null],
    ['a «${b c}»', 'bad-variable', null],
    ['${a=x«|»y}${a}', 'bar-in-variable', null],
    ['{a|«${b=»c}}', 'set-inside', null],
    ['a «${b}»', 'not-set', null],
    ['{a|«${b}»} «${c}»', 'not-set', null],
    ['${a=«${a}»}${a}', 'variable-in-itself', null],
    ['${a=${b}}${b=«${a}»}${a}', 'variable-in-itself', null],
    ['«%{a}» {b|c}', 'bad-wrap', null],
    [`${'{'.repeat(50)}«{»a`, 'too-deep', null],
    [`__a(x=${'{'.repeat(49)}«{»a`, 'too-deep', null],
  ])('%s', (marked, words, within) => {
    const places: { at: number; length: number }[] = [];
    const text = marked.split(/[«»]/).reduce((before, part, at) => {
      if (at % 2 === 1) places.push({ at: before.length, length: part.length });
      return before + part;
    }, '');
    const { faults, count } = openTemplate(text, bad);
    expect(faults.map((fault) => ({ at: fault.at, length: fault.length }))).toEqual(places);
    expect(new Set(faults.map((fault) => fault.words))).toEqual(new Set([`templates.fault.${words}`]));
    expect(faults[0]?.within ?? null).toBe(within);
    expect(count).toBe(0n);
  });

  test('several different ones at once, in order', () => {
    const { faults } = openTemplate('{} __nope__ ${x} {a$$b} {c', bad);
    expect(faults.map(({ words, at }) => [words.slice('templates.fault.'.length), at])).toEqual([
      ['empty-variants', 0],
      ['unknown-wildcard', 3],
      ['not-set', 12],
      ['bad-range', 19],
      ['unclosed-brace', 24],
    ]);
  });

  test('a prompt that becomes too long ends the list with a fault', () => {
    const template = openTemplate(`{a|${'b'.repeat(20_000)}} ${'c'.repeat(20_000)} {d|e}`, bad);
    const all = template.all(1);
    expect(all.next().done).toBe(false);
    expect(all.next().done).toBe(false);
    expect(all.next()).toMatchObject({ done: true, value: { words: 'templates.fault.too-long' } });
  });
});
