import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Everything that can be undone, by file, and what an undo or redo of it can send to a service. `asks`: only after the question of renderer/stores/queue/put-back.ts. An undo may
 * never spend money without being asked, so whoever adds an act decides here.
 */
const undoable: Readonly<Record<string, 'nothing' | 'asks'>> = {
  // Marks, albums, searches, presets, prompts and comparisons send nothing.
  'parts/marks/mark-actions.ts': 'nothing',
  'rooms/compare/decide-comparison.ts': 'nothing',
  'stores/compare-store.ts': 'nothing',
  'stores/gallery/move-in-album.ts': 'nothing',
  'stores/library/albums-store.ts': 'nothing',
  'stores/library/saved-searches.ts': 'nothing',
  'stores/library/undoable-import.ts': 'nothing',
  'stores/prompts/saved-prompts.ts': 'nothing',
  'stores/compose/presets.ts': 'nothing',
  // The draft is only sent by its own form.
  'stores/compose/compose-references.ts': 'nothing',
  'stores/compose/compose-store.ts': 'nothing',
  // Cancel asks. Hiding and settling send nothing.
  'parts/tasks/task-actions.ts': 'asks',
  // Cancelling a batch and edits ask. An order sends nothing that was not to be sent anyway.
  'rooms/queue/queue-actions.ts': 'asks',
  // Its tasks were cancelled.
  'rooms/settings/accounts/account-removal.tsx': 'asks',
  // Options that say what a request looks like. Budgets and prices have no undo.
  'stores/accounts/change-account-options.ts': 'nothing',
  'rooms/prices/price-actions.ts': 'nothing',
};

const renderer = path.resolve(import.meta.dirname, '../../../../renderer');

const acting = (): readonly string[] =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file !== 'stores/undo.ts' && /\b(?:didAct|rememberAct|rememberLateAct|replaceDraft)\(/.test(readFileSync(path.join(renderer, file), 'utf8')));

test('everything that can be undone is listed, with what its undo can send', () => {
  expect(acting().filter((file) => !(file in undoable))).toEqual([]);
});

test('what must be asked about comes back by the one way that asks', () => {
  const requeuing = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && readFileSync(path.join(renderer, file), 'utf8').includes('tasksRequeue'));
  expect(requeuing.map((file) => file.replaceAll(path.sep, '/'))).toEqual(['stores/queue/put-back.ts']);
  for (const [file, sends] of Object.entries(undoable)) if (sends === 'asks') expect(readFileSync(path.join(renderer, file), 'utf8'), file).toMatch(/putBack\(|confirmRequest\(/);
});
