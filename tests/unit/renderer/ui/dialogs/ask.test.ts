import { beforeEach, expect, test } from 'vitest';

const load = () => import('../../../../../renderer/ui/dialogs/ask.ts');
type Ask = Awaited<ReturnType<typeof load>>;

let at: Ask;
beforeEach(async () => {
  at = await load();
});

const confirm = { title: 'Delete?', description: '', confirm: 'Delete' };
const text = { title: 'Name', label: 'Name', longest: 10, confirm: 'Save' };
const openings = () => at.useOpenings.getState().openings;
const idOf = (kind: string): number => openings().find((opening) => opening.kind === kind)?.id ?? 0;
/** The kinds from below to the top; those that are closed in brackets. */
const stack = (): string => openings().map(({ kind, open }) => (open ? kind : `(${kind})`)).join(' ');

test('an answer, and a dialog that is closed without one', async () => {
  const answer = at.ask('confirm', confirm);
  at.end(idOf('confirm'), true);
  // A second press while it fades out.
  at.end(idOf('confirm'));
  expect(await answer).toBe(true);
  const closed = at.ask('confirm', confirm);
  at.dismiss('confirm');
  expect(await closed).toBeNull();
});

test('nothing is mounted while nothing is asked', () => {
  void at.ask('confirm', confirm);
  at.arrive(idOf('confirm'));
  at.dismiss('confirm');
  expect(stack()).toBe('(confirm)');
  at.leave(idOf('confirm'));
  expect(stack()).toBe('');
  // Its code was not loaded.
  void at.askText(text);
  at.dismiss('text');
  expect(stack()).toBe('');
});

test('a dialog below another one stays until that has gone, so that React does not mount that again', () => {
  void at.ask('confirm', confirm);
  at.arrive(idOf('confirm'));
  void at.askText(text);
  at.arrive(idOf('text'));
  const above = idOf('text');
  at.dismiss('confirm');
  at.leave(idOf('confirm'));
  expect(stack()).toBe('(confirm) text');
  at.dismiss('text');
  at.leave(above);
  expect(stack()).toBe('');
});

test('a second question of a kind replaces the first one, which gets no answer', async () => {
  const first = at.ask('confirm', confirm);
  at.arrive(idOf('confirm'));
  const second = at.ask('confirm', { ...confirm, title: 'Other?' });
  expect(await first).toBeNull();
  expect([openings().length, at.propsOf('confirm')?.title, openings()[0]?.round, openings()[0]?.arrived]).toEqual([1, 'Other?', 2, false]);
  at.end(idOf('confirm'), true);
  expect(await second).toBe(true);
});

test('what an open dialog is about can change, and a closed one asks nothing', () => {
  void at.ask('confirm', confirm);
  at.change('confirm', { title: 'Delete 2?' });
  expect(at.propsOf('confirm')).toEqual({ ...confirm, title: 'Delete 2?' });
  at.arrive(idOf('confirm'));
  at.dismiss('confirm');
  at.change('confirm', { title: 'Delete 3?' });
  expect([at.propsOf('confirm'), openings()[0]?.props]).toEqual([null, { ...confirm, title: 'Delete 2?' }]);
});

test('a dialog that first asks main: closed before the answer, answered with nothing, and failed', async () => {
  const never = at.ask('confirm', new Promise(() => {}));
  expect([stack(), at.propsOf('confirm')]).toEqual(['confirm', null]);
  at.dismiss('confirm');
  expect(stack()).toBe('');
  expect(await at.ask('confirm', Promise.resolve(null))).toBeNull();
  expect(await at.ask('confirm', Promise.reject(new Error('main is gone')))).toBeNull();
  expect(stack()).toBe('');
  const late = at.ask('confirm', Promise.resolve(confirm));
  await expect.poll(() => at.propsOf('confirm')).toEqual(confirm);
  at.end(idOf('confirm'), true);
  expect(await late).toBe(true);
  void never;
});

test('a question that lies below another one and is asked again is answered with no', async () => {
  const { ask } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  const first = ask('confirm', { title: 'first', description: '', confirm: '' });
  void ask('tags');
  void ask('confirm', { title: 'second', description: '', confirm: '' });
  expect(await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 0, 'unanswered'))])).toBeNull();
});

test('a late answer of main to an earlier question does not change a later one', async () => {
  const { ask, propsOf } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  const early = Promise.withResolvers<{ title: string; description: string; confirm: string }>();
  void ask('confirm', early.promise);
  void ask('confirm', { title: 'second', description: '', confirm: '' });
  early.resolve({ title: 'first', description: '', confirm: '' });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(propsOf('confirm')?.title).toBe('second');
});
