import { beforeEach, expect, test, vi } from 'vitest';
import { createPromptHistory, type Draft } from '../../../../../renderer/stores/compose/prompt-history.ts';

const choices = { model: 'm', size: '', quality: '' };
const draft = (text: string): Draft => ({ text, start: text.length, end: text.length, retryOf: null, choices, count: 'usual' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

/** Types letter by letter, a tenth of a second apart. */
function typist() {
  const history = createPromptHistory();
  let text = '';
  return {
    history,
    type(letters: string): void {
      for (const letter of letters) {
        vi.advanceTimersByTime(100);
        history.typed(draft(text), text + letter, 'insertText');
        text += letter;
      }
    },
    place(next: string): void {
      history.replaced({ ...draft(text), choices: null });
      text = next;
    },
    move(direction: 'undo' | 'redo'): string | null {
      const found = history[direction](draft(text));
      text = found?.text ?? text;
      return found?.text ?? null;
    },
  };
}

test('goes back word by word, and forward again', () => {
  const { type, move } = typist();
  type('a red fox');
  expect(['undo', 'undo', 'undo', 'undo'].map(() => move('undo'))).toEqual(['a red ', 'a ', '', null]);
  expect([move('redo'), move('redo'), move('redo'), move('redo')]).toEqual(['a ', 'a red ', 'a red fox', null]);
});

test('a pause begins a new step', () => {
  const { type, move } = typist();
  type('fo');
  vi.advanceTimersByTime(5_000);
  type('x');
  expect([move('undo'), move('undo')]).toEqual(['fo', '']);
});

test('a text that the app put in is a separate step', () => {
  const { type, place, move } = typist();
  type('fox');
  place('a harbour');
  type('s');
  expect([move('undo'), move('undo'), move('undo'), move('undo')]).toEqual(['a harbour', 'fox', '', null]);
});

test('typing after an undo clears what could be redone', () => {
  const { type, move } = typist();
  type('fox');
  move('undo');
  type('hare');
  expect(move('redo')).toBeNull();
  expect(move('undo')).toBe('');
});

test('remembers which task the text was another try of, and its choices', () => {
  const history = createPromptHistory();
  const other = { ...choices, size: '2:3' };
  history.replaced({ ...draft('fox'), retryOf: 'task' });
  expect(history.undo({ ...draft('hare'), choices: other })).toMatchObject({ text: 'fox', retryOf: 'task', choices });
  expect(history.redo(draft('fox'))).toMatchObject({ text: 'hare', retryOf: null, choices: other });
});

test('typing leaves the choices alone', () => {
  const { history, type } = typist();
  type('fox');
  expect(history.undo(draft('fox'))).toMatchObject({ text: '', choices: null });
  expect(history.redo(draft(''))).toMatchObject({ text: 'fox', choices: null });
});
