import { describe, expect, test } from 'vitest';
import { highlightRanges, type TextKind } from '../../../../../shared/search/field/highlight.ts';
import { search } from '../samples.ts';

/** The text with its marked stretches in square brackets. */
function marked(text: string, typed: string, kind?: TextKind): string {
  let written = '';
  let at = 0;
  for (const [start, end] of highlightRanges(text, search(typed), kind)) {
    written += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return written + text.slice(at);
}

describe('marks', () => {
  test.each([
    ['a red fox in snow', 'fox sno', 'a red [fox] in [sno]w'],
    ['foxes and a fox', 'fox ', 'foxes and a [fox]'],
    ['foxes and a fox', 'fox', '[fox]es and a [fox]'],
    ['Cafe\u0301 CAFÉ cafes', 'café ', '[Cafe\u0301] [CAFÉ] cafes'],
    ['Cafe\u0301teria', 'cafe', '[Cafe\u0301]teria'],
    ['İstanbul ΣΑΣ', 'istanbul σας ', '[İstanbul] [ΣΑΣ]'],
    ['a red, red fox', '"red fox"', 'a red, [red fox]'],
    ['red-haired, red haired', 'red-hair', '[red-hair]ed, [red hair]ed'],
    ['don’t', "don't", '[don’t]'],
    ['猫と犬と猫', '猫', '[猫]と犬と[猫]'],
    ['赤いfoxが', 'fox ', '赤い[fox]が'],
    ['a task_01HXY', 'TASK_01hx', 'a [task_01HX]Y'],
    ['🦊🦊fox', '🦊 ', '[🦊🦊]fox'],
    ['cat fox cow', 'cat OR -fox cow -dog', '[cat] fox [cow]'],
    ['foxfire', 'fox foxfire ', '[foxfire]'],
    ['fox 猫 fox 犬 cow', '猫 cow 犬 fox ', '[fox] [猫] [fox] [犬] [cow]'],
    ['foxfire', 'foxf* fo*', '[foxf]ire'],
    ['red fox red cat', '"red fox" "red ca"* "red dog" red', '[red fox] [red ca]t'],
    ['the end of the', '"the end" "of the x" ', '[the end] of the'],
    ['aaaa', '"" model:aaaa ', 'aaaa'],
    ['', 'fox', ''],
    ['fox', '', 'fox'],
    ['カ\u3099ラスとカラス', 'ガラス', '[カ\u3099ラス]とカラス'],
    ['си\u0306 \u1112\u1161\u11ab\u1100\u116e\u11a8', 'сй 한', '[си\u0306] [\u1112\u1161\u11ab]\u1100\u116e\u11a8'],
    ['カ\u3099 ก็', 'ก', 'カ\u3099 [ก]็'],
    ['\ud83e fox \udd8a', 'fox \udd8a', '\ud83e [fox] \udd8a'],
  ])('%j for %j', (text, typed, written) => {
    expect(marked(text, typed)).toBe(written);
  });
});

describe('marks other texts as the search finds them', () => {
  test.each<readonly [TextKind, string, string, string]>([
    ['prose', 'flux in a river', 'model:flux ', 'flux in a river'],
    ['prose', 'a lighthouse', '*house ', 'a light[house]'],
    ['model', 'flux-pro 1.1', 'model:flux ', '[flux]-pro 1.1'],
    ['model', 'flux-pro 1.1', 'model:pro,"other" 1.1 ', 'flux-[pro] [1.1]'],
    ['model', 'flux-pro 1.1', 'model:"flux" ', 'flux-pro 1.1'],
    ['model', 'Flux', 'model:"flux" ', '[Flux]'],
    ['model', 'flux', '-model:flux quality:flux model:', 'flux'],
    ['model', 'a flux', 'model:lux ', 'a flux'],
    ['tag', 'Sea side', 'sea ', '[Sea] side'],
    ['tag', 'seaside, sea', 'sea ', '[sea]side, [sea]'],
    ['tag', 'by the sea', 'tag:sea ', 'by the sea'],
    ['tag', 'by the sea', 'tag:sea* ', 'by the [sea]'],
    ['tag', 'lighthouse', '*house ', 'lighthouse'],
    ['tag', '夜の海', '海 ', '夜の海'],
    ['tag', '海の夜', '海 tag:none ', '[海]の夜'],
    ['id', 'task_01HXY', 'task_01 ', '[task_01]HXY'],
    ['id', 'task_01HXY', '01HX ', 'task_01HXY'],
    ['id', '3f2a-1b3f', '3F2a 3f ', '[3f2a]-1b3f'],
    ['id', '3f2a-1b3f', 'id:3f2a-1b ', '[3f2a-1b]3f'],
  ])('%s %j for %j', (kind, text, typed, written) => {
    expect(marked(text, typed, kind)).toBe(written);
  });
});

test('works for prompts of 10,000 characters and long searches', () => {
  const text = 'fox snow '.repeat(1_111);
  expect(highlightRanges(text, search('fox '))).toHaveLength(1_111);
  expect(highlightRanges('猫'.repeat(10_000), search('猫'))).toEqual([[0, 10_000]]);
  expect(highlightRanges('a '.repeat(5_000), search(`"${'a '.repeat(490)}b"`))).toEqual([]);
  expect(highlightRanges('a '.repeat(5_000), search('a* '.repeat(330)))).toHaveLength(5_000);
  expect(highlightRanges('_a'.repeat(5_000), search(`${'_a'.repeat(490)}_b`))).toEqual([]);
});
