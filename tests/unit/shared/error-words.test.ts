import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes, type ErrorCode } from '../../../shared/errors.ts';
import { en } from '../../../shared/words/en/catalogue.en.ts';

const words = (code: ErrorCode): string => en[`error.${code}`];

/** Errors that can come after something was sent or stored for sending, or whose answer was lost. */
const perhapsSent: Partial<Record<ErrorCode, readonly string[]>> = {
  // A failure that nobody foresaw, anywhere; and an answer of main that was lost.
  internal: ['electron/hosts/electron/handle-calls.ts', 'electron/handlers/answer.ts', 'renderer/bridge.ts'],
  // The process that was called has ended.
  'owner-ended': ['electron/hosts/command/access.ts'],
  // Tasks are stored as intents first. What follows their storing can fail alone, and they are sent later.
  'disk-full': ['electron/core/engine/task-engine.ts: begin'],
  'database-failed': ['electron/core/engine/task-engine.ts: begin', 'electron/database/client/open-thread.ts: the thread ended'],
};

/** Of several tasks that one click sends, others may have been sent. */
const oneOfSeveral: readonly ErrorCode[] = ['wrong-state', 'account-removed', 'disk-silent', 'reference-gone', 'references-refused', 'library-in-use', 'no-account', 'not-found'];

const claims = /nothing (?:was|is|has been)(?: \w+,)* (?:sent|charged)|not charged|so nothing was done and/i;

test.each(Object.keys(perhapsSent) as ErrorCode[])('%s may come after something was sent: it claims nothing and leads to Tasks', (code) => {
  expect(words(code)).not.toMatch(claims);
  expect(words(code)).toMatch(/look in Tasks before you try again/i);
});

test.each(oneOfSeveral)('%s may be said of one of several tasks, so that it claims nothing of the others', (code) => {
  expect(words(code)).not.toMatch(claims);
});

/** Where each error comes from whose words say that nothing was sent or done. All of it is before anything is sent. */
const certain: Partial<Record<ErrorCode, readonly string[]>> = {
  'refused-sender': ['electron/hosts/electron/handle-calls.ts'],
  // The input of a call, before its handler runs; two handlers before they do anything; and a channel that is closed to other programs.
  'bad-request': [
    'electron/core/export/copies-output.ts',
    'electron/handlers/answer.ts',
    'electron/handlers/export-handlers.ts',
    'electron/handlers/image-handlers.ts',
    'electron/socket/served-connection.ts',
    'electron/socket/socket-client.ts',
  ],
  // A test, a query or a list needs a key that is not there.
  'key-missing': ['electron/core/accounts/account-book.ts', 'electron/core/engine/task-engine.ts'],
  // The selection is read before anything is done with it.
  'view-replaced': ['electron/core/library/albums/album-mover.ts', 'electron/core/library/stores/library-views.ts'],
  // The question before the sending cannot be shown, and is answered with no.
  'part-missing': ['renderer/ui/dialogs/load-dialog.ts'],
  // Keys are read before anything is done with them.
  'key-malformed': ['shared/network/service-key.ts'],
  'key-spaces': ['shared/network/service-key.ts'],
  'key-masked': ['shared/network/service-key.ts'],
  'key-dashes': ['shared/network/service-key.ts'],
};

const sources = globSync(['electron/**/*.ts', 'renderer/**/*.{ts,tsx}', 'shared/**/*.ts']).filter((file) => file !== 'shared/errors.ts' && !file.startsWith('shared/words/'));
const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));

/** Files that make this error. Words, comparisons and maps with codes as keys do not. */
function madeIn(code: ErrorCode): readonly string[] {
  const made = new RegExp(`(?:AppFailure\\(|code: |why: |return |[?:] )'${code}'`);
  return sources.filter((file) => made.test(texts.get(file) ?? '')).toSorted();
}

test('each claim that nothing was sent is true of every place that makes the error', () => {
  const claiming = errorCodes.filter((code) => claims.test(words(code)) || /nothing was done\. /i.test(words(code)));
  expect(Object.fromEntries(claiming.map((code) => [code, madeIn(code)]))).toEqual(certain);
});

test('every error is made somewhere', () => {
  const used = [...texts.values()].join('\n');
  expect(errorCodes.filter((code) => !new RegExp(`'${code}'(?!:)`).test(used))).toEqual([]);
});
