import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Main undoes what it did, by a token, and asks before anything can be sent. Only what the window alone has, it undoes itself: the draft, which its own form sends, and what is compared.
 */
const ownOfTheWindow: ReadonlySet<string> = new Set(['stores/compare-store.ts', 'stores/compose/compose-references.ts', 'stores/compose/compose-store.ts']);

const renderer = path.resolve(import.meta.dirname, '../../../../renderer');

const files = (): readonly (readonly [file: string, text: string])[] =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(renderer, file), 'utf8')]);

test('whatever else can be undone is undone by main, by its token', () => {
  const acting = files().filter(([file, text]) => file !== 'stores/undo.ts' && /\b(?:didAct|rememberAct|rememberLateAct)\(/.test(text));
  expect(acting.length).toBeGreaterThan(8);
  const inverse = acting.filter(([file, text]) => !ownOfTheWindow.has(file) && /\bundo(?:: (?:async )?\(|, redo)|const act: Act = \{[^}]*undo/.test(text));
  expect(inverse.map(([file]) => file)).toEqual([]);
});

test('main is asked to undo in two places, of which one asks the person first', () => {
  expect(files().filter(([, text]) => text.includes('undoRun(')).map(([file]) => file).sort()).toEqual(['stores/library/undoable-import.ts', 'stores/undo.ts']);
});
