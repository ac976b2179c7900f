import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { en } from '../../../../shared/words/en/catalogue.en.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const code = globSync(['renderer/**/*.{ts,tsx,html}', 'electron/**/*.ts', 'shared/**/*.ts'], { cwd: root })
  .filter((file) => !/^shared.words.[a-z]{2}[\\/]/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

const inserted = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;

/** What a template makes of whatever is inserted. */
const madeBy = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(inserted, '\u0000').replaceAll(/[.*+?^()|[\]\\{}$]/g, String.raw`\$&`).replaceAll('\u0000', '[\\w.:> -]+')}$`);

/**
 * Keys that stand in the code as they are, those that a template makes of the name of a subject (`tags.did.${step}`), and those that begin with a text of the code
 * to which a template adds the rest (`${words}.on`).
 */
function usedBy(text: string): (key: string) => boolean {
  const whole = new Set([...text.matchAll(/['"`%]([a-z][a-zA-Z0-9]*(?:[.-][a-zA-Z0-9-]+)+)['"`%]/g)].map(([, key = '']) => key));
  const made = [...text.matchAll(/`([a-z][a-zA-Z0-9-]*\.[^`\n]*\$\{[^`\n]*)`/g)].map(([, template = '']) => madeBy(template));
  const added = [...text.matchAll(/`\$\{\w+\}([.-][^`\n ]*)`/g)].map(([, template = '']) => madeBy(template));
  const beginsInCode = (key: string): boolean => [...key.matchAll(/[.-]/g)].some(({ index }) => whole.has(key.slice(0, index)) && added.some((rest) => rest.test(key.slice(index))));
  return (key) => whole.has(key) || made.some((pattern) => pattern.test(key)) || beginsInCode(key);
}

test('code says every message of the catalogue', () => {
  const isUsed = usedBy(code);
  expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([]);
});

test('a message that no code says would be seen', () => {
  const isUsed = usedBy("say('tags.all'); say(`tags.did.${step}`); say(`notice.${code}.body`); <Choice words=\"repeats.again\" />; say(`${words}.${value}`)");
  expect(['tags.all', 'tags.did.merged', 'notice.disk-full.body', 'repeats.again.on'].filter((key) => !isUsed(key))).toEqual([]);
  expect(['tags.alls', 'tags.do.merged', 'notice.disk-full.title', 'app.close', 'repeats.others.on'].filter(isUsed)).toEqual([]);
});
