import { describe, expect, test } from 'vitest';
import { isListFile } from '../../../../shared/lists/list-file-extensions.ts';
import { recogniseList, type ListFormat } from '../../../../shared/lists/list-format.ts';

const csv = (separator: ',' | ';' | '\t' | '|' = ',', header = true): ListFormat => ({ kind: 'table', separator, header });
const text: ListFormat = { kind: 'text' };

describe('what is pasted', () => {
  test.each<[string, ListFormat]>([
    ['A fox at dawn', text],
    ['A fox, at dawn\nA hare, at dusk', text],
    ['text, on a sign, neon', text],
    ['size, quality and texture of marble\nmarble', text],
    ['model in a red dress, prompt delivery', text],
    ['"Stop" sign\n"Go" sign', text],
    ['{red|blue} fox', text],
    ['{"red"|blue} fox', text],
    ['[fail] a fox', text],
    ['[[a]] fox', text],
    ['a\tb\nc\td', text],
    ['', text],
    ['prompt\nA fox', csv()],
    ['Prompt,Size\nA fox,1:1', csv()],
    ['\uFEFF"prompt";"size"\r\n"A fox, red";1:1', csv(';')],
    ['prompt\tsize\tquality\nA fox\t1:1\thigh', csv('\t')],
    ['model|prompt\nm|A fox', csv('|')],
    ['model,size\nm,1:1', csv()],
    ['{"prompt":"A fox"}\n{"prompt":"A hare"}', { kind: 'json-lines' }],
    ['{}', { kind: 'json' }],
    ['{"prompts":["A fox","A hare"]}', { kind: 'json' }],
    ['{\n  "prompt": "A fox"\n}', { kind: 'json' }],
    ['[{"prompt":"A fox"}]', { kind: 'json' }],
    ['[\n "A fox",\n "A hare"\n]', { kind: 'json' }],
  ])('%j', (start, format) => expect(recogniseList(start, null)).toEqual(format));
});

describe('a file', () => {
  test.each<[string, string, ListFormat]>([
    ['a.txt', 'A fox, at dawn', text],
    ['a.txt', 'prompt;size\nA fox;1:1', csv(';')],
    ['a.CSV', 'prompt,note\nA fox,x', csv()],
    ['a.csv', 'A fox at dawn\nA hare at dusk', csv(',', false)],
    ['a.csv', 'A fox at dawn; 1:1\nA hare at dusk; 2:1', csv(';', false)],
    ['a.csv', 'animal,colour\nfox,red', csv()],
    ['a.csv', 'prompt;a;b,c,d,e\nx;1;2,3', csv(';')],
    ['a.csv', 'sep=|\r\nprompt|size\r\nx|1:1', csv('|')],
    ['a.csv', '', csv(',', false)],
    ['a.tsv', 'animal\tcolour\nfox\tred', csv('\t')],
    ['a.jsonl', '"A fox"', { kind: 'json-lines' }],
    ['a.json', ' ["A fox"]', { kind: 'json' }],
    ['a.json', '{"prompt":"A fox"}', { kind: 'json' }],
    ['a.json', '{\n"prompts": [', { kind: 'json' }],
    ['a.json', '{"prompt":"A fox"}\n{"prompt":"A hare"}', { kind: 'json-lines' }],
    ['prompts', '[{"prompt":"x"}]', { kind: 'json' }],
  ])('%s with %j', (name, start, format) => expect(recogniseList(start, name)).toEqual(format));

  test('may be a list by its name', () => {
    expect(['a.txt', 'b.CSV', 'c.tsv', 'd.jsonl', 'e.ndjson', 'f.json'].every(isListFile)).toBe(true);
    expect(['a.png', 'csv', 'constructor', 'x.toString', ''].some(isListFile)).toBe(false);
  });
});
