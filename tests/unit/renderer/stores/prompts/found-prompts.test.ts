import { beforeEach, expect, test, vi } from 'vitest';
import type { SavedPrompt } from '../../../../../shared/prompts/saved-prompt.ts';

vi.stubGlobal('window', { api: { promptsHistory: (input: { search: string; from: number }) => asked(input) } });
const asked = vi.fn<(input: { search: string; from: number }) => unknown>();
const { foundIn, readOlder, searchHistory, snippetsFor, usePastPrompts } = await import('../../../../../renderer/stores/prompts/found-prompts.ts');
const { suggestedTitle } = await import('../../../../../renderer/stores/prompts/suggested-title.ts');

const saved = (id: number, more: Partial<SavedPrompt> = {}): SavedPrompt => ({ id, folder: '', title: `Title ${id}`, prompt: 'text', choices: null, snippet: null, imageId: null, savedAt: 0, ...more });

test('saved prompts are found by every word, in any field, whatever its case and accents', () => {
  const prompts = [saved(1, { title: 'Crème brûlée', folder: 'Food' }), saved(2, { prompt: 'a RED fox', snippet: 'fox' }), saved(3, { prompt: 'a red door', folder: 'Food' }), saved(4, { prompt: '', choices: { model: '', size: '64x64', quality: 'low', also: { model: ['painter', 'sketcher'], size: [], quality: [] } } })];
  const ids = (search: string, folder: string | null = null): readonly number[] => foundIn(prompts, search, folder).map(({ id }) => id);
  expect(ids('')).toEqual([1, 2, 3, 4]);
  // What the row of settings shows.
  expect([ids('sketcher'), ids('64'), ids('low painter')]).toEqual([[4], [4], [4]]);
  expect(ids('creme')).toEqual([1]);
  expect(ids(' red ')).toEqual([2, 3]);
  expect(ids('food red')).toEqual([3]);
  expect(ids('/fox')).toEqual([2]);
  expect(ids('', 'Food')).toEqual([1, 3]);
  expect(ids('', '')).toEqual([2, 4]);
  expect(ids('food fox')).toEqual([]);
});

test('snippets that begin with what is typed come before those with a later part that does', () => {
  const words = ['soft-light', 'light', 'a-light', 'lighthouse', 'x'].map((snippet, id) => saved(id, { snippet }));
  const found = (typed: string): readonly (string | null)[] => snippetsFor([...words, saved(9)], typed).map(({ snippet }) => snippet);
  expect(found('light')).toEqual(['light', 'lighthouse', 'a-light', 'soft-light']);
  expect(found('')).toEqual(['a-light', 'light', 'lighthouse', 'soft-light', 'x']);
  expect(found('oft')).toEqual([]);
});

const page = (prompts: readonly string[], next: number | null) => ({ ok: true, value: { prompts: prompts.map((prompt) => ({ prompt, choices: { model: '', size: '', quality: '' }, lastAt: 0, imageId: null })), next } });
const shown = (): readonly string[] => usePastPrompts.getState().prompts.map(({ prompt }) => prompt);

beforeEach(() => {
  asked.mockReset();
});

test('older pages add what is not shown yet, and one page is read at a time', async () => {
  asked.mockResolvedValueOnce(page(['a', 'b'], 7)).mockResolvedValueOnce(page(['b', 'c'], null));
  await searchHistory('x');
  await Promise.all([readOlder(), readOlder()]);
  expect(shown()).toEqual(['a', 'b', 'c']);
  await readOlder();
  expect(asked.mock.calls).toEqual([[{ search: 'x', from: 0 }], [{ search: 'x', from: 7 }]]);
});

test('the answer to an earlier search is dropped', async () => {
  const late = Promise.withResolvers<unknown>();
  asked.mockReturnValueOnce(late.promise).mockResolvedValueOnce(page(['new'], null));
  const first = searchHistory('o');
  await searchHistory('ol');
  late.resolve(page(['old'], null));
  await first;
  expect(shown()).toEqual(['new']);
});

test('a title is the beginning of the prompt in words', () => {
  expect(suggestedTitle('a fox, in the snow.')).toBe('a fox, in the snow');
  expect(suggestedTitle('\n a {red|blue} fox --ar 16:9 --v 6')).toBe('a red|blue fox');
  expect(suggestedTitle('${a=b} __animal__ in fog')).toBe('animal in fog');
  expect(suggestedTitle('a {red|blue} boat in __weather__')).toBe('a red|blue boat in weather');
  expect(suggestedTitle('${a=b}')).toBe('${a=b}');
  expect(suggestedTitle('word '.repeat(30))).toMatch(/^(word ){10,11}word…$/);
  expect([...suggestedTitle('猫'.repeat(200))]).toHaveLength(61);
});
