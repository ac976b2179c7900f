import { afterEach, expect, test, vi } from 'vitest';
import { snapshot } from '../../fake-main.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';

vi.stubGlobal('window', { api: { onChanges: () => () => undefined, appRemember: () => Promise.resolve({ ok: true, value: undefined }) }, addEventListener: () => undefined });
vi.stubGlobal('document', { addEventListener: () => undefined });
const { commandEntries, promptEntries, recentTasks, taskEntry } = await import('../../../../../renderer/rooms/palette/palette-entries.ts');
const { mount } = await import('../../../../../renderer/commands/registry.ts');
const { nothingIn } = await import('../../../../../renderer/commands/command.ts');
const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
const { useView } = await import('../../../../../renderer/stores/windows/view-store.ts');

const say = wordsFor('en');
useAppStore.setState({ facts: snapshot });
const mounted: (() => void)[] = [];
afterEach(() => mounted.splice(0).forEach((end) => end()));

const keys = (): readonly string[] => commandEntries(say).map(({ key }) => key);

test('of the commands, those that apply in the place are there, with their keys', () => {
  useView.setState({ route: 'spending' });
  expect(keys()).toEqual(expect.arrayContaining(['go-settings', 'show-shortcuts', 'import-pictures']));
  expect(keys()).not.toContain('palette');
  expect(keys()).not.toContain('rename-listed');
  expect(keys()).not.toContain('reverse-order');
  expect(commandEntries(say).find(({ key }) => key === 'show-shortcuts')).toMatchObject({ text: 'Show keyboard shortcuts', chords: [{ key: '?' }] });
});

test('none buys, although the form takes its key and a batch on hold could be resumed', () => {
  const submit = vi.fn();
  useView.setState({ route: 'gallery' });
  mounted.push(mount({ place: 'compose', handlers: () => ({ submit }) }));
  expect(keys()).toContain('save-settings');
  expect(keys()).not.toContain('submit');
  useView.setState({ route: 'tasks' });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- of a batch, only this is read
  const batch = { id: 'a', hold: { reason: 'person' }, progress: { queued: 3, made: 0 } } as never;
  mounted.push(mount({ place: 'tasks', handlers: () => ({}), subject: () => ({ ...nothingIn('tasks'), batch }) }));
  expect(keys()).toContain('rename');
  expect(keys()).not.toContain('resume');
  expect(submit).not.toHaveBeenCalled();
});

test('what was chosen is known again at the next start, except a long prompt', async () => {
  const { rememberEntry, useRecentEntries } = await import('../../../../../renderer/rooms/palette/recent-entries.ts');
  const { viewMemory } = await import('../../../../../renderer/stores/windows/remember-view.ts');
  const long = `prompt ${'fox '.repeat(100)}`;
  for (const key of ['tag owl', long, 'task 3f2a9c', 'tag owl']) rememberEntry({ key });
  expect(useRecentEntries.getState().keys).toEqual(['tag owl', 'task 3f2a9c', long]);
  expect(viewMemory().recentEntries).toEqual(['tag owl', 'task 3f2a9c']);
  expect(recentTasks(say, viewMemory().recentEntries).map(({ key }) => key)).toEqual(['task 3f2a9c']);
});

test('a prompt that is saved is not shown a second time', () => {
  const common = { choices: null, folder: '', snippet: null, imageId: null };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- of a saved prompt, only these are read
  const saved = [{ ...common, id: 's', title: 'Harbours', prompt: 'a harbour' }] as never;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same
  const past = [{ prompt: 'a harbour' }, { prompt: 'a bridge' }] as never;
  expect(promptEntries(say, saved, past, 'a').map(({ text }) => text)).toEqual(['Harbours', 'a bridge']);
});

test.each([
  ['3f2a9c', '3f2a9c'],
  [' task_0194-ab ', 'task_0194-ab'],
  ['https://service.example/tasks/abc', 'abc'],
  ['harbour', null],
  ['two words 1', null],
  ['12', null],
  ['a"12345', null],
])('%j may be the ID of a task: %j', (typed, id) => {
  expect(taskEntry(say, typed).map(({ key }) => key)).toEqual(id === null ? [] : [`task ${id}`]);
});
